import { createHash } from 'node:crypto';

/** The strong entity tag of a content (RFC 9110, 8.8.3). */
export function entityTagOf(content: string | Buffer): string {
  return `"${createHash('sha256').update(content).digest('base64url')}"`;
}

/** True if a cache has the content with this tag already (RFC 9110, 13.1.2). Caches weaken the tag of an answer that they compress. */
export function isCurrentTag(ifNoneMatch: string | null | undefined, tag: string): boolean {
  const tags = (ifNoneMatch ?? '').split(',').map((text) => text.trim().replace(/^W\//, ''));
  return tags.includes(tag) || tags.includes('*');
}
