/**
 * The script of the sandbox proxy (MCP Apps 2026-01-26, "Sandbox proxy"): it runs in an iframe of another origin than the
 * host page, writes the view into an inner iframe, and passes messages on between both. The inner iframe inherits the
 * Content-Security-Policy with which the proxy is served.
 */
const inner = document.createElement('iframe');
inner.setAttribute('sandbox', 'allow-scripts allow-same-origin allow-forms');
document.body.append(inner);

addEventListener('message', ({ source, data }: MessageEvent<{ method?: string; params?: Resource }>) => {
  if (source === inner.contentWindow) {
    parent.postMessage(data, '*');
  } else if (source !== parent) {
    return;
  } else if (data.method === 'ui/notifications/sandbox-resource-ready' && data.params) {
    show(data.params);
  } else {
    inner.contentWindow?.postMessage(data, '*');
  }
});
parent.postMessage({ jsonrpc: '2.0', method: 'ui/notifications/sandbox-proxy-ready', params: {} }, '*');

interface Resource {
  html: string;
  sandbox?: string;
}

function show({ html, sandbox }: Resource): void {
  if (sandbox === undefined) {
    const document = inner.contentDocument as Document;
    document.open();
    document.write(html);
    document.close();
  } else {
    // An opaque origin, as in hosts that do not allow the same origin.
    inner.setAttribute('sandbox', sandbox);
    inner.srcdoc = html;
  }
}
