/**
 * Reports whether a text has a format of OpenAPI, as far as servers check it; unknown formats hold for any text.
 *
 * @see https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definitions/#validation
 */
export function hasFormat(text: string, format: string): boolean {
  const check = Object.hasOwn(formats, format) ? formats[format] : undefined;
  return check === undefined || (typeof check === 'function' ? check(text) : check.test(text));
}

const ipv4 = /^(?:(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(?:\.(?!$)|$)){4}$/;
const isIPv6 = (text: string): boolean => /^[\da-f:.]*:[\da-f:.]*$/i.test(text) && URL.canParse(`http://[${text}]/`);
const isIP = (text: string): boolean => ipv4.test(text) || isIPv6(text);
const isDate = (text: string): boolean =>
  /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text)) && new Date(text).toISOString().startsWith(text);

const formats: Readonly<Record<string, RegExp | ((text: string) => boolean)>> = {
  date: isDate,
  'date-time': (text) =>
    /^\d{4}-\d\d-\d\d[t ]\d\d:\d\d:\d\d(?:\.\d+)?(?:z|[+-]\d\d:?\d\d)$/i.test(text) && isDate(text.slice(0, 10)),
  ipv4,
  ipv6: isIPv6,
  cidr: (text) => {
    const [address = '', bits = '', ...rest] = text.split('/');
    const most = ipv4.test(address) ? 32 : 128;
    return rest.length === 0 && isIP(address) && /^\d{1,3}$/.test(bits) && Number(bits) <= most;
  },
  // Go accepts a path as well.
  uri: (text) => URL.canParse(text) || /^\/(?!\/)/.test(text),
  email: /^[^\s@]+@[^\s@]+$/,
  uuid: /^[\da-f]{8}-?[\da-f]{4}-?[\da-f]{4}-?[\da-f]{4}-?[\da-f]{12}$/i,
  byte: /^(?:[\w+/-]{4})*(?:[\w+/-]{2}==|[\w+/-]{3}=)?$/,
  duration: /^(?:[+-]?(?:\d+(?:\.\d*)?(?:ns|us|µs|ms|s|m|h))+|\d+\s*(?:[smhdw]|[a-z]+s?))$/i,
  mac: /^(?:[\da-f]{2}[:-]){5}[\da-f]{2}$/i,
};
