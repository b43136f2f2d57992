import io.fabric8.kubernetes.api.model.APIGroup;
import io.fabric8.kubernetes.api.model.APIResource;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.ConfigMapList;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ListOptions;
import io.fabric8.kubernetes.api.model.ListOptionsBuilder;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.fabric8.kubernetes.api.model.Status;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.apps.DeploymentBuilder;
import io.fabric8.kubernetes.api.model.apps.DeploymentStatusBuilder;
import io.fabric8.kubernetes.api.model.authorization.v1.SelfSubjectAccessReviewBuilder;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinition;
import io.fabric8.kubernetes.client.ApiVisitor;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.LocalPortForward;
import io.fabric8.kubernetes.client.Watch;
import io.fabric8.kubernetes.client.Watcher;
import io.fabric8.kubernetes.client.WatcherException;
import io.fabric8.kubernetes.client.dsl.MixedOperation;
import io.fabric8.kubernetes.client.dsl.NonDeletingOperation;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import io.fabric8.kubernetes.client.extended.leaderelection.LeaderCallbacks;
import io.fabric8.kubernetes.client.extended.leaderelection.LeaderElectionConfigBuilder;
import io.fabric8.kubernetes.client.extended.leaderelection.LeaderElector;
import io.fabric8.kubernetes.client.extended.leaderelection.resourcelock.LeaseLock;
import io.fabric8.kubernetes.client.informers.ResourceEventHandler;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;

/**
 * Does with a server what programs on fabric8's client do, and prints the outcome of each step, a line each:
 *
 * <pre>java Interop KUBECONFIG</pre>
 *
 * What differs from server to server by its nature (uids, versions, times) is not printed.
 */
public final class Interop {
  private static final String NAMESPACE = "fabric8";
  private static final List<String> IDENTITY =
      List.of("uid", "resourceVersion", "creationTimestamp", "managedFields", "clusterIP", "clusterIPs");
  private static KubernetesClient client;

  private interface Outcome {
    Object get() throws Exception;
  }

  private interface Body {
    void run(Part part) throws Exception;
  }

  private static final class Part {
    private final String name;
    private int step;

    Part(String name) {
      this.name = name;
    }

    void say(String what, Outcome outcome) {
      step++;
      String text;
      try {
        text = plain(outcome.get());
      } catch (Exception error) {
        text = failure(error);
      }
      System.out.println(name + "/" + step + " " + what + ": " + text);
    }
  }

  private static void part(String name, Body body) {
    try {
      body.run(new Part(name));
    } catch (Exception error) {
      System.out.println(name + " ended: " + failure(error));
    }
  }

  private static String failure(Throwable error) {
    for (Throwable each = error; each != null; each = each.getCause()) {
      if (each instanceof KubernetesClientException refused && refused.getCode() > 0) {
        Status status = refused.getStatus();
        return refused.getCode() + " " + (status == null ? "" : status.getReason() + " " + status.getMessage() + " " + plain(status.getDetails()));
      }
    }
    return "failed: " + error.getClass().getSimpleName();
  }

  /** Returns a value as JSON, without what differs from server to server. */
  private static String plain(Object value) {
    var serialization = client.getKubernetesSerialization();
    Object data = value == null ? null : serialization.unmarshal("{\"value\":" + serialization.asJson(value) + "}", Map.class).get("value");
    return serialization.asJson(masked(data)).replaceAll("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", "UID");
  }

  private static Object masked(Object value) {
    if (value instanceof Map<?, ?> fields) {
      Map<String, Object> kept = new TreeMap<>();
      fields.forEach((key, each) -> {
        String name = key.toString();
        boolean varies = name.endsWith("Time") || name.endsWith("Timestamp");
        if (!IDENTITY.contains(name)) kept.put(name, varies ? "any" : masked(each));
      });
      return kept;
    }
    return value instanceof List<?> items ? items.stream().map(Interop::masked).collect(Collectors.toList()) : value;
  }

  /** Ends with an error instead of waiting forever. */
  private static void until(String what, BooleanSupplier done) throws InterruptedException {
    long end = System.nanoTime() + Duration.ofSeconds(15).toNanos();
    while (!done.getAsBoolean()) {
      if (System.nanoTime() > end) throw new IllegalStateException("waited in vain: " + what);
      Thread.sleep(20);
    }
  }

  private static ConfigMap configMap(String name, Map<String, String> data) {
    return new ConfigMapBuilder()
        .withNewMetadata().withName(name).withNamespace(NAMESPACE).addToLabels("app", "interop").endMetadata()
        .withData(data)
        .build();
  }

  private static Deployment deployment(String name) {
    return new DeploymentBuilder()
        .withNewMetadata().withName(name).withNamespace(NAMESPACE).endMetadata()
        .withNewSpec()
        .withNewSelector().addToMatchLabels("app", name).endSelector()
        .withNewTemplate()
        .withNewMetadata().addToLabels("app", name).endMetadata()
        .withNewSpec().addNewContainer().withName("main").withImage("example.org/main:1").endContainer().endSpec()
        .endTemplate()
        .endSpec()
        .build();
  }

  private static List<String> names(List<? extends HasMetadata> items) {
    return items.stream().map(each -> each.getMetadata().getName()).collect(Collectors.toList());
  }

  public static void main(String[] arguments) {
    client = new KubernetesClientBuilder().withConfig(Config.fromKubeconfig(new File(arguments[0]))).build();
    client.namespaces().resource(new NamespaceBuilder().withNewMetadata().withName(NAMESPACE).endMetadata().build()).create();
    part("discovery", Interop::discover);
    part("typed", Interop::useTyped);
    part("lists of objects", Interop::useLists);
    part("generic", Interop::useGeneric);
    part("scale", Interop::scale);
    part("watch", Interop::watch);
    part("informers", Interop::inform);
    part("leader election", Interop::elect);
    part("reviews", Interop::review);
    part("pods", Interop::run);
    client.close();
    // Threads of the client may go on for a while.
    System.exit(0);
  }

  private static void discover(Part part) {
    part.say("version", () -> client.getKubernetesVersion().getMinor());
    part.say("core versions", () -> client.getAPIVersions().getVersions());
    part.say("groups", () -> client.getApiGroups().getGroups().stream().map(APIGroup::getName).filter(name -> !name.contains("example")).collect(Collectors.toList()));
    part.say("a group", () -> client.getApiGroup("apps").getPreferredVersion());
    part.say("resources", () -> client.getApiResources("apps/v1").getResources());
    part.say("a group version that is not served", () -> client.getApiResources("none.example/v1"));
    part.say("a kind that is served", () -> client.supports("apps/v1", "Deployment"));
    part.say("a kind that is not served", () -> client.supports("apps/v1", "Nothing"));
    part.say("all resources", () -> {
      TreeSet<String> found = new TreeSet<>();
      client.visitResources((group, version, resource, operation) -> {
        if (!group.contains("example")) found.add(version + " " + resource.getName());
        return ApiVisitor.ApiVisitResult.CONTINUE;
      });
      return found;
    });
  }

  private static void useTyped(Part part) {
    var maps = client.configMaps().inNamespace(NAMESPACE);
    part.say("create", () -> maps.resource(configMap("a", Map.of("x", "1"))).create());
    part.say("create again", () -> maps.resource(configMap("a", Map.of())).create());
    part.say("a wrong name", () -> maps.resource(configMap("A!", Map.of())).create());
    part.say("a dry run", () -> maps.resource(configMap("dry", Map.of())).dryRun().create());
    part.say("get", () -> maps.withName("a").get());
    part.say("nothing", () -> maps.withName("nothing").get());
    part.say("nothing, which is required", () -> maps.withName("nothing").require());
    part.say("edit", () -> maps.withName("a").edit(own -> new ConfigMapBuilder(own).addToData("y", "2").build()));
    part.say("edit what is not there", () -> maps.withName("nothing").edit(own -> new ConfigMapBuilder(own).addToData("y", "2").build()));
    part.say("merge patch", () -> maps.withName("a").patch(PatchContext.of(PatchType.JSON_MERGE), "{\"data\":{\"y\":null}}"));
    part.say("strategic patch", () -> maps.withName("a").patch(PatchContext.of(PatchType.STRATEGIC_MERGE), "{\"metadata\":{\"labels\":{\"more\":\"yes\"}}}"));
    part.say("JSON patch", () -> maps.withName("a").patch(PatchContext.of(PatchType.JSON), "[{\"op\":\"replace\",\"path\":\"/data/x\",\"value\":\"3\"}]"));
    part.say("apply", () -> maps.resource(configMap("a", Map.of("z", "3"))).fieldManager("java").serverSideApply());
    part.say("apply in conflict", () -> maps.resource(configMap("a", Map.of("z", "4"))).fieldManager("other").serverSideApply());
    part.say("apply with force", () -> maps.resource(configMap("a", Map.of("z", "4"))).fieldManager("other").forceConflicts().serverSideApply());
    part.say("update", () -> maps.resource(configMap("a", Map.of("r", "1"))).update());
    part.say("create or update", () -> maps.resource(configMap("a", Map.of("r", "2"))).createOr(NonDeletingOperation::update));
    part.say("update an old state", () -> maps.resource(configMap("a", Map.of("r", "3"))).lockResourceVersion("1").update());
    part.say("an unknown field", () -> maps.resource(configMap("a", Map.of())).fieldValidation(io.fabric8.kubernetes.client.dsl.FieldValidateable.Validation.STRICT).update());
    maps.resource(configMap("b", Map.of())).create();
    maps.resource(configMap("c", Map.of())).create();
    part.say("list by label", () -> names(maps.withLabel("app", "interop").list().getItems()));
    part.say("list by labels", () -> names(maps.withLabelIn("app", "interop", "other").withoutLabel("more").list().getItems()));
    part.say("list by field", () -> names(maps.withField("metadata.name", "b").list().getItems()));
    part.say("pages", () -> {
      List<Object> pages = new ArrayList<>();
      String token = null;
      do {
        ListOptions options = new ListOptionsBuilder().withLimit(1L).withContinue(token).build();
        ConfigMapList page = maps.withLabel("app", "interop").list(options);
        pages.add(names(page.getItems()));
        token = page.getMetadata().getContinue();
      } while (token != null && !token.isEmpty());
      return pages;
    });
    part.say("in all namespaces", () -> names(client.configMaps().inAnyNamespace().withLabel("app", "interop").list().getItems()));
    part.say("a bad selector", () -> maps.withLabelSelector("!!").list());
    part.say("delete", () -> maps.withName("b").delete());
    part.say("delete again", () -> maps.withName("b").delete());
    part.say("delete a collection", () -> maps.withLabel("app", "interop").delete());
    part.say("a secret", () -> client.secrets().inNamespace(NAMESPACE)
        .resource(new SecretBuilder().withNewMetadata().withName("s").endMetadata().addToStringData("a", "b").build()).create().getData());
  }

  private static void useLists(Part part) {
    String manifest = """
        apiVersion: v1
        kind: ConfigMap
        metadata: { name: from-a-manifest }
        data: { x: "1" }
        ---
        apiVersion: v1
        kind: Service
        metadata: { name: front }
        spec: { ports: [{ port: 80 }], selector: { app: front } }
        """;
    var all = client.load(new java.io.ByteArrayInputStream(manifest.getBytes(StandardCharsets.UTF_8))).inNamespace(NAMESPACE);
    part.say("create", () -> all.create());
    part.say("get", () -> names(all.get()));
    part.say("apply", () -> all.forceConflicts().serverSideApply());
    part.say("update", () -> names(all.update()));
    part.say("delete", () -> all.delete());
  }

  private static void useGeneric(Part part) throws Exception {
    String manifest = """
        apiVersion: apiextensions.k8s.io/v1
        kind: CustomResourceDefinition
        metadata: { name: widgets.java.example }
        spec:
          group: java.example
          scope: Namespaced
          names: { plural: widgets, singular: widget, kind: Widget }
          versions:
          - name: v1
            served: true
            storage: true
            subresources: { status: {}, scale: { specReplicasPath: .spec.replicas, statusReplicasPath: .status.replicas } }
            schema:
              openAPIV3Schema:
                type: object
                properties:
                  spec:
                    type: object
                    properties: { size: { type: integer, minimum: 0, default: 1 }, replicas: { type: integer } }
                  status:
                    type: object
                    properties: { ready: { type: boolean }, replicas: { type: integer } }
        """;
    CustomResourceDefinition definition = client.getKubernetesSerialization().unmarshal(manifest, CustomResourceDefinition.class);
    var definitions = client.apiextensions().v1().customResourceDefinitions();
    part.say("create a definition", () -> definitions.resource(definition).create().getSpec().getNames());
    part.say("wait until it is established", () -> definitions.withName("widgets.java.example").waitUntilCondition(
        own -> own != null && own.getStatus() != null && own.getStatus().getConditions() != null
            && own.getStatus().getConditions().stream().anyMatch(each -> each.getType().equals("Established") && each.getStatus().equals("True")),
        15, TimeUnit.SECONDS) != null);
    until("the resource is served", () -> client.supports("java.example/v1", "Widget"));
    var context = new ResourceDefinitionContext.Builder().withGroup("java.example").withVersion("v1").withKind("Widget").withPlural("widgets").withNamespaced(true).build();
    var widgets = client.genericKubernetesResources(context).inNamespace(NAMESPACE);
    part.say("create without a spec", () -> widgets.resource(widget("w", Map.of())).create());
    part.say("create against the schema", () -> widgets.resource(widget("v", Map.of("size", -1))).create());
    part.say("create with a wrong type", () -> widgets.resource(widget("v", Map.of("size", "large"))).create());
    part.say("edit", () -> widgets.withName("w").edit(own -> {
      own.setAdditionalProperty("spec", Map.of("size", 2, "replicas", 1));
      return own;
    }));
    part.say("edit the status", () -> widgets.withName("w").editStatus(own -> {
      own.setAdditionalProperty("status", Map.of("ready", true));
      return own;
    }));
    part.say("apply", () -> widgets.resource(widget("w", Map.of("size", 3))).forceConflicts().serverSideApply());
    part.say("get the scale", () -> widgets.withName("w").scale());
    part.say("scale", () -> widgets.withName("w").scale(3));
    part.say("list", () -> names(widgets.list().getItems()));
    part.say("by apiVersion and kind", () -> names(client.genericKubernetesResources("java.example/v1", "Widget").inNamespace(NAMESPACE).list().getItems()));
    part.say("delete", () -> widgets.withName("w").delete());
  }

  private static GenericKubernetesResource widget(String name, Map<String, Object> spec) {
    GenericKubernetesResource own = new GenericKubernetesResource();
    own.setApiVersion("java.example/v1");
    own.setKind("Widget");
    own.setMetadata(new io.fabric8.kubernetes.api.model.ObjectMetaBuilder().withName(name).withNamespace(NAMESPACE).build());
    own.setAdditionalProperty("spec", spec);
    return own;
  }

  private static void scale(Part part) {
    var deployments = client.apps().deployments().inNamespace(NAMESPACE);
    part.say("create", () -> deployments.resource(deployment("front")).create());
    part.say("get", () -> deployments.withName("front").scale());
    part.say("scale", () -> deployments.withName("front").scale(3, false).getSpec().getReplicas());
    part.say("restart", () -> deployments.withName("front").rolling().restart().getMetadata().getGeneration());
    part.say("set an image", () -> deployments.withName("front").rolling().updateImage("example.org/main:2").getSpec().getTemplate().getSpec().getContainers());
    part.say("pause", () -> deployments.withName("front").rolling().pause().getSpec().getPaused());
    part.say("resume", () -> deployments.withName("front").rolling().resume().getSpec().getPaused());
    part.say("edit the status", () -> deployments.withName("front").editStatus(own ->
        new DeploymentBuilder(own).withStatus(new DeploymentStatusBuilder().withReplicas(3).withReadyReplicas(3).withAvailableReplicas(3).withUpdatedReplicas(3)
            .withObservedGeneration(own.getMetadata().getGeneration()).build()).build()).getStatus());
    part.say("is ready", () -> deployments.withName("front").isReady());
    part.say("delete", () -> deployments.withName("front").delete());
  }

  private static final class Recorder implements Watcher<ConfigMap> {
    final List<String> seen = Collections.synchronizedList(new ArrayList<>());

    @Override
    public void eventReceived(Action action, ConfigMap own) {
      seen.add(action + " " + own.getMetadata().getName());
    }

    @Override
    public void onClose() {
      seen.add("closed");
    }

    @Override
    public void onClose(WatcherException cause) {
      seen.add("failed: " + failure(cause));
    }
  }

  private static ConfigMap labelled(String name, String key, String value) {
    return new ConfigMapBuilder().withNewMetadata().withName(name).withNamespace(NAMESPACE).addToLabels(key, value).endMetadata().build();
  }

  private static void watch(Part part) throws Exception {
    var maps = client.configMaps().inNamespace(NAMESPACE);
    maps.resource(labelled("there", "watched", "yes")).create();
    Recorder changes = new Recorder();
    try (Watch open = maps.withLabel("watched", "yes").watch(changes)) {
      until("the state", () -> changes.seen.size() == 1);
      maps.resource(labelled("one", "watched", "yes")).create();
      maps.resource(labelled("two", "watched", "no")).create();
      maps.withName("two").edit(own -> new ConfigMapBuilder(own).editMetadata().addToLabels("watched", "yes").endMetadata().build());
      maps.withName("one").edit(own -> new ConfigMapBuilder(own).editMetadata().addToLabels("watched", "no").endMetadata().build());
      maps.withName("two").edit(own -> new ConfigMapBuilder(own).addToData("x", "y".repeat(100_000)).build());
      maps.withName("two").delete();
      until("the changes", () -> changes.seen.size() == 6);
    }
    part.say("changes", () -> changes.seen);
    Recorder one = new Recorder();
    try (Watch open = maps.withName("there").watch(one)) {
      maps.withName("there").edit(own -> new ConfigMapBuilder(own).addToData("x", "1").build());
      until("a change", () -> one.seen.size() >= 2);
    }
    part.say("one object", () -> one.seen);
    Recorder old = new Recorder();
    try (Watch open = maps.watch(new ListOptionsBuilder().withResourceVersion("1").withTimeoutSeconds(1L).build(), old)) {
      until("an end", () -> !old.seen.isEmpty());
    }
    part.say("from a version that is long gone", () -> !old.seen.isEmpty());
    part.say("a bad selector", () -> {
      Recorder bad = new Recorder();
      maps.withLabelSelector("!!").watch(bad).close();
      return bad.seen;
    });
    part.say("wait for a condition", () -> {
      CompletableFuture.runAsync(() -> maps.withName("there").edit(own -> new ConfigMapBuilder(own).addToData("done", "yes").build()));
      return maps.withName("there").waitUntilCondition(own -> own != null && own.getData() != null && "yes".equals(own.getData().get("done")), 15, TimeUnit.SECONDS).getData();
    });
    part.say("wait until it is deleted", () -> {
      CompletableFuture.runAsync(() -> maps.withName("there").delete());
      return maps.withName("there").waitUntilCondition(own -> own == null, 15, TimeUnit.SECONDS);
    });
  }

  private static void inform(Part part) throws Exception {
    var maps = client.configMaps().inNamespace(NAMESPACE);
    for (String name : List.of("a", "b")) maps.resource(labelled(name, "informed", "yes")).create();
    List<String> seen = Collections.synchronizedList(new ArrayList<>());
    ResourceEventHandler<ConfigMap> handler = new ResourceEventHandler<>() {
      @Override
      public void onAdd(ConfigMap own) {
        seen.add("add " + own.getMetadata().getName());
      }

      @Override
      public void onUpdate(ConfigMap before, ConfigMap own) {
        seen.add("update " + own.getMetadata().getName());
      }

      @Override
      public void onDelete(ConfigMap own, boolean isUnknown) {
        seen.add("delete " + own.getMetadata().getName());
      }
    };
    for (boolean inPages : List.of(false, true)) {
      seen.clear();
      var selected = maps.withLabel("informed", "yes");
      try (SharedIndexInformer<ConfigMap> informer = inPages ? selected.withLimit(1L).inform(handler) : selected.inform(handler)) {
        until("the state", () -> informer.hasSynced() && seen.size() == 2);
        maps.resource(labelled("c", "informed", "yes")).create();
        maps.withName("a").edit(own -> new ConfigMapBuilder(own).addToData("at", String.valueOf(System.nanoTime())).build());
        maps.withName("c").delete();
        until("the changes", () -> seen.size() == 5);
        part.say(inPages ? "a list in pages" : "changes", () -> seen);
        part.say("the store", () -> new TreeSet<>(names(informer.getStore().list())));
      }
    }
    part.say("on a condition", () -> maps.withLabel("informed", "yes").informOnCondition(all -> all.size() == 2).get(15, TimeUnit.SECONDS).size());
    part.say("a streaming list", () -> {
      List<String> all = Collections.synchronizedList(new ArrayList<>());
      maps.withLabel("informed", "yes").streamingList(own -> all.add(own.getMetadata().getName())).get(15, TimeUnit.SECONDS);
      return all;
    });
  }

  private static void elect(Part part) throws Exception {
    List<String> seen = Collections.synchronizedList(new ArrayList<>());
    LeaderElector elector = client.leaderElector()
        .withConfig(new LeaderElectionConfigBuilder()
            .withName("interop")
            .withLeaseDuration(Duration.ofSeconds(15))
            .withRenewDeadline(Duration.ofSeconds(10))
            .withRetryPeriod(Duration.ofMillis(100))
            .withReleaseOnCancel(true)
            .withLock(new LeaseLock(NAMESPACE, "interop", "first"))
            .withLeaderCallbacks(new LeaderCallbacks(() -> seen.add("leads"), () -> seen.add("stops"), who -> seen.add("leader " + who)))
            .build())
        .build();
    CompletableFuture<?> running = elector.start();
    until("a leader", () -> seen.contains("leads"));
    part.say("leads", () -> {
      var lease = client.leases().inNamespace(NAMESPACE).withName("interop").get().getSpec();
      return List.of(lease.getHolderIdentity(), lease.getLeaseDurationSeconds());
    });
    until("a renewal", () -> {
      var lease = client.leases().inNamespace(NAMESPACE).withName("interop").get().getSpec();
      return lease.getRenewTime().isAfter(lease.getAcquireTime());
    });
    running.cancel(true);
    until("an end", () -> seen.contains("stops"));
    part.say("releases", () -> {
      // It keeps its name and takes a second as the duration.
      until("a release", () -> client.leases().inNamespace(NAMESPACE).withName("interop").get().getSpec().getLeaseDurationSeconds() == 1);
      return new TreeSet<>(seen);
    });
  }

  private static void review(Part part) {
    part.say("access", () -> client.authorization().v1().selfSubjectAccessReview().create(
        new SelfSubjectAccessReviewBuilder().withNewSpec().withNewResourceAttributes().withVerb("list").withResource("pods").withNamespace(NAMESPACE).endResourceAttributes().endSpec().build())
        .getStatus().getAllowed());
    part.say("a service account", () -> client.serviceAccounts().inNamespace(NAMESPACE).resource(new io.fabric8.kubernetes.api.model.ServiceAccountBuilder()
        .withNewMetadata().withName("robot").endMetadata().build()).create());
    part.say("paths", () -> client.rootPaths().getPaths().contains("/apis/apps/v1"));
  }

  private static void run(Part part) throws Exception {
    var front = client.pods().inNamespace("interop-pods").withName("front");
    part.say("logs", () -> front.getLog());
    part.say("the last line", () -> front.tailingLines(1).getLog());
    part.say("logs of nothing", () -> client.pods().inNamespace("interop-pods").withName("nothing").getLog());
    part.say("exec", () -> {
      ByteArrayOutputStream out = new ByteArrayOutputStream();
      ByteArrayOutputStream problems = new ByteArrayOutputStream();
      try (var process = front.writingOutput(out).writingError(problems).exec("sh", "-c", "echo hello; echo problem >&2; exit 3")) {
        int code = process.exitCode().get(15, TimeUnit.SECONDS);
        return List.of(out.toString(StandardCharsets.UTF_8), problems.toString(StandardCharsets.UTF_8), code);
      }
    });
    part.say("exec with an input", () -> {
      ByteArrayOutputStream out = new ByteArrayOutputStream();
      try (var process = front.redirectingInput().writingOutput(out).exec("sh", "-c", "read line; echo got $line")) {
        process.getInput().write("hello\n".getBytes(StandardCharsets.UTF_8));
        process.getInput().flush();
        int code = process.exitCode().get(15, TimeUnit.SECONDS);
        return List.of(out.toString(StandardCharsets.UTF_8), code);
      }
    });
    int port = Integer.parseInt(front.get().getMetadata().getAnnotations().get("port"));
    part.say("a port", () -> {
      try (LocalPortForward forward = front.portForward(port); Socket socket = new Socket("127.0.0.1", forward.getLocalPort())) {
        socket.setSoTimeout(15_000);
        socket.getOutputStream().write("ping".getBytes(StandardCharsets.UTF_8));
        socket.getOutputStream().flush();
        return new String(socket.getInputStream().readNBytes(4), StandardCharsets.UTF_8);
      }
    });
    var own = client.pods().inNamespace(NAMESPACE);
    Pod made = new PodBuilder().withNewMetadata().withName("p").endMetadata()
        .withNewSpec().withAutomountServiceAccountToken(false).addNewContainer().withName("main").withImage("example.org/main").endContainer().endSpec().build();
    part.say("create", () -> own.resource(made).create());
    part.say("evict", () -> own.withName("p").evict());
    part.say("evict nothing", () -> own.withName("nothing").evict());
  }
}
