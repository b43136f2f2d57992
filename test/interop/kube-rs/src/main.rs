//! Does with a server what controllers and tools on kube-rs do, and prints the outcome of each step, a line each:
//!
//!     interop KUBECONFIG
//!
//! What differs from server to server by its nature (uids, versions, times) is not printed.

use std::collections::BTreeSet;
use std::fmt::Display;
use std::future::Future;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use futures::{AsyncBufReadExt, StreamExt, TryStreamExt};
use k8s_openapi::api::apps::v1::Deployment;
use k8s_openapi::api::authentication::v1::SelfSubjectReview;
use k8s_openapi::api::authorization::v1::SelfSubjectAccessReview;
use k8s_openapi::api::core::v1::{ConfigMap, Namespace, Pod, Secret};
use k8s_openapi::api::events::v1::Event as EventObject;
use k8s_openapi::apiextensions_apiserver::pkg::apis::apiextensions::v1::CustomResourceDefinition;
use kube::api::{
    Api, AttachParams, DeleteParams, DynamicObject, EvictParams, GetParams, ListParams, LogParams, PartialObjectMeta,
    Patch, PatchParams, PostParams, PropagationPolicy, WatchEvent, WatchParams,
};
use kube::config::{KubeConfigOptions, Kubeconfig};
use kube::core::{GroupVersionKind, Status};
use kube::discovery::{self, Discovery, Scope};
use kube::runtime::WatchStreamExt;
use kube::runtime::controller::{Action, Controller};
use kube::runtime::events::{Event, EventType, Recorder, Reporter};
use kube::runtime::finalizer::{Event as Finalizer, finalizer};
use kube::runtime::reflector::{self, ObjectRef};
use kube::runtime::wait::{await_condition, conditions};
use kube::runtime::watcher::{self, Config as WatcherConfig};
use kube::{Client, Config, Error, Resource, ResourceExt};
use serde::Serialize;
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::time::timeout;

const NAMESPACE: &str = "kube-rs";
/// Of a step that waits for something.
const LONGEST: Duration = Duration::from_secs(15);

struct Part {
    name: &'static str,
    step: usize,
}

impl Part {
    fn print(&mut self, what: &str, outcome: impl Display) {
        self.step += 1;
        println!("{}/{} {what}: {outcome}", self.name, self.step);
    }

    /// Prints the outcome of a request.
    fn say<T: Serialize>(&mut self, what: &str, outcome: Result<T, Error>) {
        match outcome {
            Ok(value) => self.print(what, plain(json!(value))),
            Err(error) => self.print(what, failure(&error)),
        }
    }

    fn tell(&mut self, what: &str, value: impl Serialize) {
        self.print(what, plain(json!(value)));
    }
}

fn failure(error: &Error) -> String {
    match error {
        Error::Api(status) => format!("{} {}", status.code, plain(told(status))),
        // Says only where it broke, not on what address.
        other => format!("failed: {}", format!("{other:?}").split('(').next().unwrap_or_default()),
    }
}

fn told(status: &Status) -> Value {
    json!({ "reason": status.reason, "message": status.message, "details": status.details })
}

const IDENTITY: [&str; 6] = ["uid", "resourceVersion", "creationTimestamp", "managedFields", "clusterIP", "clusterIPs"];

fn masked(value: Value) -> Value {
    match value {
        Value::Object(fields) => fields
            .into_iter()
            .filter(|(key, _)| !IDENTITY.contains(&key.as_str()))
            .map(|(key, each)| {
                let varies = key.ends_with("Time") || key.ends_with("Timestamp");
                let each = if varies && !each.is_null() { json!("any") } else { masked(each) };
                (key, each)
            })
            .collect(),
        Value::Array(items) => items.into_iter().map(masked).collect(),
        other => other,
    }
}

fn plain(value: Value) -> String {
    let is_uid = |text: &str| text.len() == 36 && text.matches('-').count() == 4;
    let text = masked(value).to_string();
    let parts = text.split_inclusive(|letter: char| !letter.is_ascii_alphanumeric() && letter != '-');
    parts
        .map(|part| {
            let word = part.trim_end_matches(|letter: char| !letter.is_ascii_alphanumeric());
            if is_uid(word) { part.replace(word, "UID") } else { part.to_string() }
        })
        .collect()
}

/// Ends with an error instead of waiting forever.
async fn soon<T>(wait: impl Future<Output = T>) -> T {
    timeout(LONGEST, wait).await.expect("waited in vain")
}

fn object<K: serde::de::DeserializeOwned>(value: Value) -> K {
    serde_json::from_value(value).expect("an object")
}

fn config_map(name: &str, data: Value) -> ConfigMap {
    object(json!({ "metadata": { "name": name, "labels": { "app": "interop" } }, "data": data }))
}

fn deployment(name: &str) -> Value {
    let template = json!({
        "metadata": { "labels": { "app": name } },
        "spec": { "containers": [{ "name": "main", "image": "example.org/main:1" }] },
    });
    json!({
        "apiVersion": "apps/v1", "kind": "Deployment", "metadata": { "name": name },
        "spec": { "selector": { "matchLabels": { "app": name } }, "template": template },
    })
}

#[tokio::main]
async fn main() {
    let path = std::env::args().nth(1).expect("the path of a kubeconfig");
    let read = Kubeconfig::read_from(path).expect("a kubeconfig");
    let config = Config::from_custom_kubeconfig(read, &KubeConfigOptions::default()).await.expect("a configuration");
    let client = Client::try_from(config).expect("a client");
    let own: Namespace = object(json!({ "metadata": { "name": NAMESPACE } }));
    Api::all(client.clone()).create(&PostParams::default(), &own).await.expect("a namespace");
    let part = |name| Part { name, step: 0 };
    discover(&client, part("discovery")).await;
    use_typed(&client, part("typed")).await;
    use_dynamic(&client, part("dynamic")).await;
    use_metadata(&client, part("metadata")).await;
    scale(&client, part("scale")).await;
    watch(&client, part("watch")).await;
    follow(&client, part("watcher")).await;
    control(&client, part("controller")).await;
    review(&client, part("reviews")).await;
    run(&client, part("pods")).await;
}

async fn discover(client: &Client, mut part: Part) {
    part.say("version", client.apiserver_version().await.map(|version| version.minor));
    for (how, found) in [
        ("run", Discovery::new(client.clone()).run().await),
        ("run_aggregated", Discovery::new(client.clone()).run_aggregated().await),
    ] {
        let groups = found.map(|found| {
            found
                .groups_alphabetical()
                .into_iter()
                .filter(|group| !group.name().contains("example"))
                .map(|group| {
                    let resources: BTreeSet<_> = group
                        .recommended_resources()
                        .into_iter()
                        .map(|(resource, able)| {
                            let scope = if able.scope == Scope::Namespaced { "in namespaces" } else { "cluster" };
                            let verbs = able.operations.join(",");
                            let subresources: BTreeSet<_> =
                                able.subresources.iter().map(|(own, _)| own.plural.clone()).collect();
                            format!("{} {} {scope} {verbs} {subresources:?}", resource.plural, resource.api_version)
                        })
                        .collect();
                    (group.name().to_string(), group.preferred_version().map(String::from), resources)
                })
                .collect::<Vec<_>>()
        });
        part.say(how, groups);
    }
    part.say(
        "one group",
        discovery::group(client, "apps").await.map(|group| group.versions().map(String::from).collect::<Vec<_>>()),
    );
    part.say(
        "a group that is not served",
        discovery::group(client, "none.example").await.map(|group| group.name().to_string()),
    );
    let kind = GroupVersionKind::gvk("apps", "v1", "Deployment");
    part.say(
        "a kind",
        discovery::pinned_kind(client, &kind).await.map(|(resource, able)| (resource.plural, able.operations)),
    );
}

async fn use_typed(client: &Client, mut part: Part) {
    let maps: Api<ConfigMap> = Api::namespaced(client.clone(), NAMESPACE);
    let post = PostParams::default();
    part.say("create", maps.create(&post, &config_map("a", json!({ "x": "1" }))).await);
    part.say("create again", maps.create(&post, &config_map("a", json!({}))).await);
    part.say("a wrong name", maps.create(&post, &config_map("A!", json!({}))).await);
    let dry = PostParams { dry_run: true, field_manager: Some("rust".into()) };
    part.say("a dry run", maps.create(&dry, &config_map("dry", json!({}))).await);
    part.say("get", maps.get("a").await);
    part.say("get from a cache", maps.get_with("a", &GetParams::any()).await);
    part.say("nothing", maps.get("nothing").await);
    part.say("nothing, which is no error", maps.get_opt("nothing").await);
    let patch = PatchParams::default();
    part.say("merge patch", maps.patch("a", &patch, &Patch::Merge(json!({ "data": { "y": "2" } }))).await);
    part.say("strategic patch", maps.patch("a", &patch, &Patch::Strategic(json!({ "data": { "y": null } }))).await);
    let apply = PatchParams::apply("rust");
    let applied = json!({ "apiVersion": "v1", "kind": "ConfigMap", "data": { "z": "3" } });
    part.say("apply", maps.patch("a", &apply, &Patch::Apply(&applied)).await);
    let conflicting = json!({ "apiVersion": "v1", "kind": "ConfigMap", "data": { "z": "4" } });
    let other = PatchParams::apply("other");
    part.say("apply in conflict", maps.patch("a", &other, &Patch::Apply(&conflicting)).await);
    part.say("apply with force", maps.patch("a", &other.force(), &Patch::Apply(&conflicting)).await);
    let strict =
        PatchParams { field_validation: Some(kube::api::ValidationDirective::Strict), ..PatchParams::apply("strict") };
    let unknown = json!({ "apiVersion": "v1", "kind": "ConfigMap", "data": {}, "other": 1 });
    part.say("apply of an unknown field", maps.patch("u", &strict, &Patch::Apply(&unknown)).await);
    if let Ok(mut present) = maps.get("a").await {
        present.data.get_or_insert_default().insert("r".into(), "1".into());
        part.say("replace", maps.replace("a", &post, &present).await);
        part.say("replace an old state", maps.replace("a", &post, &present).await);
    }
    match maps.entry("b").await {
        Ok(entry) => {
            let mut entry = entry.or_insert(|| config_map("b", json!({})));
            let outcome = entry.commit(&post).await.map_err(|error| error.to_string());
            part.tell("an entry", (outcome.is_ok(), entry.into_object()));
        }
        Err(error) => part.print("an entry", failure(&error)),
    }
    let _ = maps.create(&post, &config_map("c", json!({}))).await;
    let names = |list: kube::api::ObjectList<ConfigMap>| list.iter().map(ResourceExt::name_any).collect::<Vec<_>>();
    part.say("list by label", maps.list(&ListParams::default().labels("app=interop")).await.map(names));
    part.say("list by field", maps.list(&ListParams::default().fields("metadata.name=b")).await.map(names));
    let mut page = ListParams::default().labels("app=interop").limit(1);
    for _ in 0..3 {
        match maps.list(&page).await {
            Ok(list) => {
                page.continue_token = list.metadata.continue_.clone();
                part.tell("a page", (list.metadata.remaining_item_count, names(list)));
            }
            Err(error) => part.print("a page", failure(&error)),
        }
    }
    part.say("a bad selector", maps.list(&ListParams::default().labels("!!")).await.map(names));
    let background =
        DeleteParams { propagation_policy: Some(PropagationPolicy::Background), ..DeleteParams::default() };
    let gone = maps.delete("b", &background).await;
    part.say("delete", gone.map(|gone| gone.either(|own| json!(own), |status| told(&status))));
    let again = maps.delete("b", &background).await;
    part.say("delete again", again.map(|gone| gone.either(|own| json!(own), |status| told(&status))));
    let rest = maps.delete_collection(&DeleteParams::default(), &ListParams::default().labels("app=interop")).await;
    part.say("delete a collection", rest.map(|rest| rest.either(|list| json!(names(list)), |status| told(&status))));
    let secrets: Api<Secret> = Api::namespaced(client.clone(), NAMESPACE);
    let secret: Secret = object(json!({ "metadata": { "name": "s" }, "stringData": { "a": "b" } }));
    part.say("a secret", secrets.create(&post, &secret).await.map(|secret| secret.data));
}

fn widgets() -> CustomResourceDefinition {
    let schema = json!({
        "type": "object",
        "properties": {
            "spec": {
                "type": "object",
                "properties": {
                    "size": { "type": "integer", "minimum": 0, "default": 1 },
                    "replicas": { "type": "integer" },
                },
            },
            "status": { "type": "object", "properties": { "ready": { "type": "boolean" }, "replicas": { "type": "integer" } } },
        },
    });
    let version = json!({
        "name": "v1", "served": true, "storage": true, "schema": { "openAPIV3Schema": schema },
        "subresources": {
            "status": {}, "scale": { "specReplicasPath": ".spec.replicas", "statusReplicasPath": ".status.replicas" },
        },
    });
    object(json!({
        "metadata": { "name": "widgets.rust.example" },
        "spec": {
            "group": "rust.example", "scope": "Namespaced", "versions": [version],
            "names": { "plural": "widgets", "singular": "widget", "kind": "Widget" },
        },
    }))
}

async fn use_dynamic(client: &Client, mut part: Part) {
    let definitions: Api<CustomResourceDefinition> = Api::all(client.clone());
    let created = definitions.create(&PostParams::default(), &widgets()).await;
    part.say("create a definition", created.map(|made| made.spec.names));
    let established =
        soon(await_condition(definitions, "widgets.rust.example", conditions::is_crd_established())).await;
    part.tell("wait until it is established", established.is_ok());
    let kind = GroupVersionKind::gvk("rust.example", "v1", "Widget");
    // A server serves a definition a moment after it is established.
    let (resource, able) = soon(async {
        loop {
            if let Ok(found) = discovery::pinned_kind(client, &kind).await {
                break found;
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    })
    .await;
    part.tell("find it", (&resource, able.operations));
    let own: Api<DynamicObject> = Api::namespaced_with(client.clone(), NAMESPACE, &resource);
    let post = PostParams::default();
    let widget = DynamicObject::new("w", &resource);
    part.say("create without a spec", own.create(&post, &widget.clone().data(json!({ "spec": {} }))).await);
    let wrong = DynamicObject::new("v", &resource).data(json!({ "spec": { "size": -1 } }));
    part.say("create against the schema", own.create(&post, &wrong).await);
    let mistyped = DynamicObject::new("v", &resource).data(json!({ "spec": { "size": "large" } }));
    part.say("create with a wrong type", own.create(&post, &mistyped).await);
    let more = DynamicObject::new("w", &resource).data(json!({ "spec": { "size": 2, "replicas": 1 } }));
    part.say("apply", own.patch("w", &PatchParams::apply("rust").force(), &Patch::Apply(&more)).await);
    let ready = json!({ "status": { "ready": true } });
    part.say("patch the status", own.patch_status("w", &PatchParams::default(), &Patch::Merge(&ready)).await);
    part.say("get the status", own.get_status("w").await);
    part.say("get the scale", own.get_scale("w").await);
    let larger = json!({ "spec": { "replicas": 3 } });
    part.say("patch the scale", own.patch_scale("w", &PatchParams::default(), &Patch::Merge(&larger)).await);
    part.say("list", own.list(&ListParams::default()).await.map(|list| list.items));
    let deployments = kube::api::ApiResource::erase::<Deployment>(&());
    let built_in: Api<DynamicObject> = Api::namespaced_with(client.clone(), NAMESPACE, &deployments);
    let front: DynamicObject = object(deployment("dynamic"));
    part.say("create a built-in object", built_in.create(&post, &front).await);
    let gone = own.delete("w", &DeleteParams::default()).await;
    part.say("delete", gone.map(|gone| gone.either(|own| json!(own.name_any()), |status| told(&status))));
}

async fn use_metadata(client: &Client, mut part: Part) {
    let maps: Api<ConfigMap> = Api::namespaced(client.clone(), NAMESPACE);
    let _ = maps.create(&PostParams::default(), &config_map("m", json!({ "x": "1" }))).await;
    part.say("get", maps.get_metadata("m").await);
    part.say("list", maps.list_metadata(&ListParams::default().labels("app=interop")).await.map(|list| list.items));
    let labels = json!({ "metadata": { "labels": { "more": "yes" } } });
    part.say("patch", maps.patch_metadata("m", &PatchParams::default(), &Patch::Merge(&labels)).await);
    part.say("nothing", maps.get_metadata("nothing").await);
    let mut events =
        maps.watch_metadata(&WatchParams::default().fields("metadata.name=m"), "0").await.expect("a watch").boxed();
    part.say("watch", soon(events.try_next()).await.map(|event| event.map(|event| event_of(&event))));
}

async fn scale(client: &Client, mut part: Part) {
    let deployments: Api<Deployment> = Api::namespaced(client.clone(), NAMESPACE);
    part.say("create", deployments.create(&PostParams::default(), &object(deployment("front"))).await);
    part.say("get", deployments.get_scale("front").await);
    let three = json!({ "spec": { "replicas": 3 } });
    part.say("patch", deployments.patch_scale("front", &PatchParams::default(), &Patch::Merge(&three)).await);
    if let Ok(mut present) = deployments.get_scale("front").await {
        present.spec.get_or_insert_default().replicas = Some(2);
        part.say("replace", deployments.replace_scale("front", &PostParams::default(), &present).await);
    }
    part.say("get the deployment", deployments.get("front").await.map(|front| front.spec.replicas));
    part.say("restart", deployments.restart("front").await.map(|front| front.metadata.generation));
    let status = json!({ "status": { "replicas": 2 } });
    part.say(
        "patch the status",
        deployments
            .patch_status("front", &PatchParams::default(), &Patch::Merge(&status))
            .await
            .map(|front| front.status),
    );
    let wrong = json!({ "spec": { "replicas": -1 } });
    part.say("a wrong number", deployments.patch_scale("front", &PatchParams::default(), &Patch::Merge(&wrong)).await);
}

fn event_of<K: ResourceExt>(event: &WatchEvent<K>) -> String {
    match event {
        WatchEvent::Added(own) => format!("ADDED {}", own.name_any()),
        WatchEvent::Modified(own) => format!("MODIFIED {}", own.name_any()),
        WatchEvent::Deleted(own) => format!("DELETED {}", own.name_any()),
        WatchEvent::Bookmark(_) => "BOOKMARK".into(),
        WatchEvent::Error(status) => format!("ERROR {}", plain(told(status))),
    }
}

async fn watch(client: &Client, mut part: Part) {
    let maps: Api<ConfigMap> = Api::namespaced(client.clone(), NAMESPACE);
    let version =
        maps.list(&ListParams::default()).await.expect("a list").metadata.resource_version.unwrap_or_default();
    let events = maps.watch(&WatchParams::default().labels("watched=yes"), &version).await.expect("a watch");
    let labelled = |name: &str, watched: &str| -> ConfigMap {
        object(json!({ "metadata": { "name": name, "labels": { "watched": watched } } }))
    };
    for (name, watched) in [("one", "yes"), ("two", "no"), ("three", "yes")] {
        let _ = maps.create(&PostParams::default(), &labelled(name, watched)).await;
    }
    for (name, watched) in [("two", "yes"), ("one", "no")] {
        let change = json!({ "metadata": { "labels": { "watched": watched } } });
        let _ = maps.patch(name, &PatchParams::default(), &Patch::Merge(&change)).await;
    }
    let _ = maps.delete("three", &DeleteParams::default()).await;
    let seen: Vec<_> = soon(
        events.take(5).map(|event| event.map_or_else(|error| failure(&error), |event| event_of(&event))).collect(),
    )
    .await;
    part.tell("changes", seen);
    let expired = maps.watch(&WatchParams::default(), "1").await.expect("a watch");
    let first = soon(expired.boxed().try_next()).await;
    part.say("from a version that is long gone", first.map(|event| event.is_some()));
    let brief = maps.watch(&WatchParams::default().timeout(1).labels("none=at-all"), "0").await.expect("a watch");
    let all: Vec<_> = soon(brief.try_collect()).await.unwrap_or_default();
    part.tell(
        "until its time is over",
        all.iter().map(event_of).filter(|event| event != "BOOKMARK").collect::<Vec<_>>(),
    );
    let bad = maps.watch(&WatchParams::default().labels("!!"), "0").await;
    part.say("with a bad selector", bad.map(|_| "a watch"));
}

fn name_of<K: ResourceExt>(event: Result<watcher::Event<K>, watcher::Error>) -> String {
    match event {
        Ok(watcher::Event::Apply(own)) => format!("Apply {}", own.name_any()),
        Ok(watcher::Event::Delete(own)) => format!("Delete {}", own.name_any()),
        Ok(watcher::Event::Init) => "Init".into(),
        Ok(watcher::Event::InitApply(own)) => format!("InitApply {}", own.name_any()),
        Ok(watcher::Event::InitDone) => "InitDone".into(),
        Err(error) => format!("failed: {error}"),
    }
}

async fn follow(client: &Client, mut part: Part) {
    let maps: Api<ConfigMap> = Api::namespaced(client.clone(), NAMESPACE);
    let labelled =
        |name: &str, of: &str| -> ConfigMap { object(json!({ "metadata": { "name": name, "labels": { "of": of } } })) };
    for (how, config) in [
        ("lists", WatcherConfig::default()),
        ("pages", WatcherConfig::default().page_size(1)),
        ("streaming-lists", WatcherConfig::default().streaming_lists()),
        ("any", WatcherConfig::default().any_semantic()),
    ] {
        for name in ["a", "b"] {
            let _ = maps.create(&PostParams::default(), &labelled(&format!("{how}-{name}"), how)).await;
        }
        let mut events = watcher::watcher(maps.clone(), config.labels(&format!("of={how}"))).map(name_of).boxed();
        let mut seen = Vec::new();
        for _ in 0..4 {
            seen.extend(soon(events.next()).await);
        }
        let _ = maps.create(&PostParams::default(), &labelled(&format!("{how}-c"), how)).await;
        let _ = maps.delete(&format!("{how}-a"), &DeleteParams::default()).await;
        for _ in 0..2 {
            seen.extend(soon(events.next()).await);
        }
        part.tell(how, seen);
    }
    let (reader, writer) = reflector::store::<ConfigMap>();
    let stream =
        reflector::reflector(writer, watcher::watcher(maps.clone(), WatcherConfig::default().labels("of=lists")));
    let following = tokio::spawn(stream.default_backoff().applied_objects().for_each(|_| async {}));
    soon(reader.wait_until_ready()).await.expect("a store");
    let _ = maps.create(&PostParams::default(), &labelled("lists-d", "lists")).await;
    let last = ObjectRef::new("lists-d").within(NAMESPACE);
    soon(async {
        while reader.get(&last).is_none() {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    })
    .await;
    following.abort();
    let mut names: Vec<_> = reader.state().iter().map(|own| own.name_any()).collect();
    names.sort();
    part.tell("a reflector", names);
    let metadata: Api<PartialObjectMeta<ConfigMap>> = Api::namespaced(client.clone(), NAMESPACE);
    let followed = watcher::watcher(metadata, WatcherConfig::default().labels("of=pages")).map(name_of);
    let seen: Vec<_> = soon(followed.take(4).collect()).await;
    part.tell("metadata", seen);
    let gone = maps.get("lists-d").await.expect("an object").uid().unwrap_or_default();
    let waiting = tokio::spawn({
        let maps = maps.clone();
        async move { await_condition(maps, "lists-d", conditions::is_deleted(&gone)).await.is_ok() }
    });
    let _ = maps.delete("lists-d", &DeleteParams::default()).await;
    part.tell("wait until it is deleted", soon(waiting).await.unwrap_or(false));
}

/// Gives every deployment with a label a config map that it owns, and a finalizer.
async fn control(client: &Client, mut part: Part) {
    struct Context {
        client: Client,
        done: Mutex<Vec<String>>,
    }
    let deployments: Api<Deployment> = Api::namespaced(client.clone(), NAMESPACE);
    let maps: Api<ConfigMap> = Api::namespaced(client.clone(), NAMESPACE);
    let context = Arc::new(Context { client: client.clone(), done: Mutex::default() });
    let reconcile = |own: Arc<Deployment>, context: Arc<Context>| async move {
        let api: Api<Deployment> = Api::namespaced(context.client.clone(), NAMESPACE);
        let maps: Api<ConfigMap> = Api::namespaced(context.client.clone(), NAMESPACE);
        finalizer(&api, "rust.example/done", own, |event| async {
            match event {
                Finalizer::Apply(own) => {
                    let name = format!("of-{}", own.name_any());
                    let owner = own.controller_owner_ref(&());
                    let replicas = own.spec.replicas.unwrap_or_default();
                    let wanted = json!({
                        "apiVersion": "v1", "kind": "ConfigMap",
                        "metadata": { "name": name, "ownerReferences": [owner] },
                        "data": { "replicas": replicas.to_string() },
                    });
                    maps.patch(&name, &PatchParams::apply("controller").force(), &Patch::Apply(&wanted)).await?;
                }
                Finalizer::Cleanup(own) => {
                    context.done.lock().unwrap().push(own.name_any());
                }
            }
            Ok::<_, Error>(Action::await_change())
        })
        .await
        .map_err(|_| Error::LinesCodecMaxLineLengthExceeded)
    };
    let again = |_: Arc<Deployment>, _: &Error, _: Arc<Context>| Action::requeue(Duration::from_millis(20));
    let controller = Controller::new(deployments.clone(), WatcherConfig::default().labels("controlled=yes"))
        .owns(maps.clone(), WatcherConfig::default())
        .run(reconcile, again, context.clone());
    let running = tokio::spawn(controller.for_each(|_| async {}));
    let mut wanted = deployment("controlled");
    wanted["metadata"]["labels"] = json!({ "controlled": "yes" });
    let _ = deployments.create(&PostParams::default(), &object(wanted)).await;
    let data_is = |wanted: &'static str| {
        let maps = maps.clone();
        soon(await_condition(maps, "of-controlled", move |own: Option<&ConfigMap>| {
            own.and_then(|own| own.data.as_ref())
                .is_some_and(|data| data.get("replicas").is_some_and(|text| text == wanted))
        }))
    };
    part.tell("an object of its own", data_is("1").await.is_ok());
    let _ = deployments
        .patch_scale("controlled", &PatchParams::default(), &Patch::Merge(json!({ "spec": { "replicas": 4 } })))
        .await;
    part.tell("after a change", data_is("4").await.is_ok());
    let _ = maps
        .patch("of-controlled", &PatchParams::default(), &Patch::Merge(json!({ "data": { "replicas": "9" } })))
        .await;
    part.tell("after somebody else's change", data_is("4").await.is_ok());
    let present = deployments.get("controlled").await;
    part.say("its finalizer", present.map(|own| (own.metadata.finalizers, own.metadata.generation)));
    let kept = maps.get("of-controlled").await;
    part.say("what it owns", kept.map(|own| own.metadata.owner_references));
    let uid = deployments.get("controlled").await.expect("an object").uid().unwrap_or_default();
    let _ = deployments.delete("controlled", &DeleteParams::default()).await;
    let gone = soon(await_condition(deployments.clone(), "controlled", conditions::is_deleted(&uid))).await;
    part.tell("a deletion that cleans up", (gone.is_ok(), context.done.lock().unwrap().clone()));
    running.abort();

    let reporter = Reporter { controller: "interop".into(), instance: Some("interop-0".into()) };
    let recorder = Recorder::new(client.clone(), reporter);
    let reference = deployments.get("front").await.expect("an object").object_ref(&());
    for _ in 0..2 {
        let happened = Event {
            type_: EventType::Normal,
            reason: "Tried".into(),
            note: Some("it was tried".into()),
            action: "Try".into(),
            secondary: None,
        };
        part.say("an event", recorder.publish(&happened, &reference).await);
    }
    let events: Api<EventObject> = Api::namespaced(client.clone(), NAMESPACE);
    let listed = events.list(&ListParams::default()).await;
    part.say(
        "events",
        listed.map(|list| {
            list.items
                .into_iter()
                .map(|own| (own.reason, own.note, own.series.map(|series| series.count)))
                .collect::<Vec<_>>()
        }),
    );
}

async fn review(client: &Client, mut part: Part) {
    let reviews: Api<SelfSubjectAccessReview> = Api::all(client.clone());
    let asked = object(
        json!({ "spec": { "resourceAttributes": { "verb": "list", "resource": "pods", "namespace": NAMESPACE } } }),
    );
    let answered = reviews.create(&PostParams::default(), &asked).await;
    part.say("access", answered.map(|review| review.status.map(|status| status.allowed)));
    let own: Api<SelfSubjectReview> = Api::all(client.clone());
    let answered = own.create(&PostParams::default(), &SelfSubjectReview::default()).await;
    part.say("who", answered.map(|review| review.status.is_some()));
}

async fn run(client: &Client, mut part: Part) {
    let pods: Api<Pod> = Api::namespaced(client.clone(), "interop-pods");
    part.say("logs", pods.logs("front", &LogParams::default()).await);
    part.say(
        "the last line",
        pods.logs("front", &LogParams { tail_lines: Some(1), timestamps: true, ..LogParams::default() }).await,
    );
    let streamed = match pods.log_stream("front", &LogParams::default()).await {
        Ok(stream) => stream.lines().try_collect::<Vec<_>>().await.map_err(Error::ReadEvents),
        Err(error) => Err(error),
    };
    part.say("a stream of logs", streamed);
    part.say("logs of nothing", pods.logs("nothing", &LogParams::default()).await);
    let words = ["sh", "-c", "cat; echo problem >&2; exit 3"];
    match pods.exec("front", words, &AttachParams::default().stdin(true)).await {
        Ok(mut process) => {
            let (mut input, mut output, mut errors) =
                (process.stdin().unwrap(), process.stdout().unwrap(), process.stderr().unwrap());
            let status = process.take_status().unwrap();
            input.write_all(b"hello").await.expect("an input");
            input.shutdown().await.expect("an end of the input");
            drop(input);
            let (mut out, mut problems) = (String::new(), String::new());
            let read =
                async { tokio::try_join!(output.read_to_string(&mut out), errors.read_to_string(&mut problems)) };
            let _ = soon(read).await;
            part.tell("exec", (&out, &problems, soon(status).await));
        }
        Err(error) => part.print("exec", failure(&error)),
    }
    let none = pods.exec("nothing", ["ls"], &AttachParams::default()).await;
    part.say("exec in nothing", none.map(|_| "a process"));
    let port = pods
        .get("front")
        .await
        .ok()
        .and_then(|own| own.annotations().get("port")?.parse::<u16>().ok())
        .unwrap_or_default();
    match pods.portforward("front", &[port]).await {
        Ok(mut forwarded) => {
            let mut stream = forwarded.take_stream(port).unwrap();
            stream.write_all(b"ping").await.expect("a port");
            let mut answer = [0; 4];
            soon(stream.read_exact(&mut answer)).await.expect("an answer");
            part.tell("a port", String::from_utf8_lossy(&answer));
        }
        Err(error) => part.print("a port", failure(&error)),
    }
    let own: Api<Pod> = Api::namespaced(client.clone(), NAMESPACE);
    let made = json!({ "metadata": { "name": "p" }, "spec": { "automountServiceAccountToken": false, "containers": [{ "name": "main", "image": "example.org/main" }] } });
    part.say("create", own.create(&PostParams::default(), &object(made)).await);
    part.say("evict", own.evict("p", &EvictParams::default()).await.map(|status| told(&status)));
    part.say("evict nothing", own.evict("nothing", &EvictParams::default()).await.map(|status| told(&status)));
}
