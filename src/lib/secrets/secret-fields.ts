import { isObject, type JsonObject, setMember } from '../json.ts';

/** Names of fields whose value must not reach a model, in any record. */
const SECRET_NAME = /secret|token|passw|private|signing|credential|api_?key|^key$/i;

/** Remembers the names that it has tested: the turns of a transcript have the same ones thousands of times. */
export function createSecretTest(): (name: string) => boolean {
  const tested = new Map<string, boolean>();
  return (name) => {
    let isSecret = tested.get(name);
    if (isSecret === undefined) {
      isSecret = SECRET_NAME.test(name);
      tested.set(name, isSecret);
    }
    return isSecret;
  };
}

/** Returns a value without the members, at any depth, that look secret. */
export function withoutSecrets(value: unknown, isSecret = createSecretTest()): unknown {
  if (Array.isArray(value)) return value.map((item) => withoutSecrets(item, isSecret));
  if (!isObject(value)) return value;
  const harmless: JsonObject = {};
  for (const name of Object.keys(value))
    if (!isSecret(name)) setMember(harmless, name, withoutSecrets(value[name], isSecret));
  return harmless;
}
