import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import * as z from 'zod';

/** The issue forms: GitHub does not offer a form that is not valid, and reports that nowhere else than on its page. */
const folder = fileURLToPath(new URL('../../.github/ISSUE_TEMPLATE', import.meta.url));

const id = z.string().regex(/^[\w-]+$/);
const text = z.string().min(1);
const validations = z.strictObject({ required: z.boolean() }).optional();
const described = { label: text, description: text.optional() };
const typed = { ...described, placeholder: text.optional() };

/** https://docs.github.com/en/communities/using-templates-to-encourage-useful-issues-and-pull-requests/syntax-for-githubs-form-schema */
const element = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('markdown'), attributes: z.strictObject({ value: text }) }),
  z.strictObject({ type: z.literal('input'), id, attributes: z.strictObject(typed), validations }),
  z.strictObject({
    type: z.literal('textarea'),
    id,
    attributes: z.strictObject({ ...typed, render: text.optional() }),
    validations,
  }),
  z.strictObject({
    type: z.literal('dropdown'),
    id,
    attributes: z.strictObject({ ...described, options: z.array(text).min(2) }),
    validations,
  }),
  z.strictObject({
    type: z.literal('checkboxes'),
    id,
    attributes: z.strictObject({ ...described, options: z.array(z.strictObject({ label: text })).min(1) }),
  }),
]);
const form = z.strictObject({
  name: text,
  description: text,
  labels: z.array(text),
  body: z.array(element).min(1),
});

const read = (file: string) => parse(readFileSync(`${folder}/${file}`, 'utf8'));
const forms = readdirSync(folder).filter((file) => file !== 'config.yml');

describe('issue forms', () => {
  it('include a form for bugs and one for features', () => {
    expect(forms).toEqual(expect.arrayContaining(['bug.yml', 'feature.yml']));
  });

  it.each(forms)('%s has the syntax of GitHub, and its fields have different ids', (file) => {
    const { body } = form.parse(read(file));
    const ids = body.flatMap((one) => ('id' in one ? [one.id] : []));
    expect(new Set(ids).size).toBe(ids.length);
  });
});
