import type { McpUiResourceCsp } from '@modelcontextprotocol/ext-apps/app-bridge';

/**
 * Returns the Content-Security-Policy of a view: what it declares and nothing else. It is stricter than MCP Apps demands:
 * the sandbox's own origin (`'self'`) is left out, as in hosts that give it none.
 */
export function contentSecurityPolicy(csp: McpUiResourceCsp): string {
  const { resourceDomains = [], connectDomains = [], frameDomains = [], baseUriDomains = [] } = csp;
  const directives: Record<string, readonly string[]> = {
    'default-src': [],
    'script-src': ["'unsafe-inline'", ...resourceDomains],
    'style-src': ["'unsafe-inline'", ...resourceDomains],
    'img-src': ['data:', ...resourceDomains],
    'font-src': resourceDomains,
    'media-src': ['data:', ...resourceDomains],
    'connect-src': connectDomains,
    'frame-src': frameDomains,
    'object-src': [],
    'base-uri': baseUriDomains,
    'form-action': [],
  };
  return Object.entries(directives)
    .map(([name, sources]) => `${name} ${sources.length > 0 ? sources.join(' ') : "'none'"}`)
    .join('; ');
}
