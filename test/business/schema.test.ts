import { readFileSync } from 'node:fs';
import { Validator } from '@cfworker/json-schema';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { businessFile } from '../../src/contract/business.ts';
import { practice } from './support/practice.ts';

/** The published JSON Schema, which editors use, against the schema that the program uses. */
const read = (file: string) => readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8');
const validator = new Validator(JSON.parse(read('business.schema.json')), '7');

describe('business.schema.json', () => {
  it.each<[string, unknown]>([
    ['the example practice', parse(read('docs/examples/bright-smile-dental.yaml'))],
    ['the practice of the tests', practice()],
    ['an empty file', {}],
    [
      'null where it removes a value',
      { opening_hours: null, rules: { minimum_notice: null }, staff: [{ id: 'a', calendar: null }] },
    ],
    ['hours as one text', { opening_hours: 'daily 08:00-12:00' }],
    ['a local time', { staff: [{ id: 'a', time_off: [{ from: '2026-03-02T13:00', to: '2026-03-02T14:00' }] }] }],
  ])('accepts %s, as the program does', (_name, file) => {
    expect(validator.validate(file).errors).toEqual([]);
    expect(businessFile().safeParse(file).error).toBeUndefined();
  });

  it.each<[string, unknown]>([
    ['an unknown field', { tme_zone: 'UTC' }],
    ['an unknown field of an entry', { services: [{ id: 'a', colour: 'red' }] }],
    ['a service without id', { services: [{ name: 'A' }] }],
    ['an id with a space', { staff: [{ id: 'a b' }] }],
    ['a duration without unit', { services: [{ id: 'a', duration: '45' }] }],
    ['a date in another form', { closures: [{ from: '3/2/2026' }] }],
    ['a country in lower case', { country: 'us' }],
    ['a price as text', { services: [{ id: 'a', price: '115' }] }],
    ['an unknown role', { users: [{ email: 'a@b.example', role: 'boss' }] }],
    ['a limit of zero', { rules: { max_per_day: 0 } }],
    ['a list that is none', { services: {} }],
  ])('rejects %s, as the program does', (_name, file) => {
    expect(validator.validate(file).valid).toBe(false);
    expect(businessFile().safeParse(file).success).toBe(false);
  });

  it('describes every field', () => {
    const missing: string[] = [];
    const visit = (schema: Record<string, never>, path: string) => {
      for (const [name, field] of Object.entries<Record<string, never>>(schema.properties ?? {})) {
        if (!field.description) missing.push(`${path}${name}`);
        visit(field.items ?? field, `${path}${name}.`);
      }
    };
    visit(JSON.parse(read('business.schema.json')), '');
    expect(missing).toEqual([]);
  });
});
