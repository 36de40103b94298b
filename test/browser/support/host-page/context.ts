import type { McpUiHostCapabilities, McpUiHostContext } from '@modelcontextprotocol/ext-apps/app-bridge';

/** The capabilities of a host that has everything that views of this project use. */
export const ALL_CAPABILITIES: McpUiHostCapabilities = {
  serverTools: {},
  serverResources: {},
  openLinks: {},
  downloadFile: {},
  logging: {},
  message: { text: {} },
  updateModelContext: { text: {}, structuredContent: {} },
};

/** The colours of a host, each for its light and its dark theme, in the form in which hosts send them. */
const COLOURS: Record<string, [light: string, dark: string]> = {
  '--color-background-primary': ['#ffffff', '#262624'],
  '--color-background-secondary': ['#f5f4ed', '#30302e'],
  '--color-background-tertiary': ['#faf9f5', '#141413'],
  '--color-background-inverse': ['#141413', '#faf9f5'],
  '--color-background-info': ['#d6e4f6', '#253e5f'],
  '--color-background-danger': ['#f7ecec', '#602a28'],
  '--color-background-success': ['#e9f1dc', '#1b4614'],
  '--color-background-warning': ['#f6eedf', '#483a0f'],
  '--color-text-primary': ['#141413', '#faf9f5'],
  '--color-text-secondary': ['#3d3d3a', '#c2c0b6'],
  '--color-text-tertiary': ['#5f5e59', '#a6a39a'],
  '--color-text-inverse': ['#ffffff', '#141413'],
  '--color-text-info': ['#265a99', '#80aadd'],
  '--color-text-danger': ['#7f2c28', '#ee8884'],
  '--color-text-success': ['#265b19', '#7ab948'],
  '--color-text-warning': ['#5a4815', '#d1a041'],
  '--color-border-primary': ['#8a8881', '#85837b'],
  '--color-border-secondary': ['#c9c6bd', '#55544f'],
  '--color-border-tertiary': ['#e5e2d9', '#3d3d3a'],
  '--color-ring-primary': ['#265a99', '#80aadd'],
};

/** The host's CSS variables. */
const HOST_VARIABLES = {
  ...Object.fromEntries(
    Object.entries(COLOURS).map(([name, [light, dark]]) => [name, `light-dark(${light}, ${dark})`]),
  ),
  '--font-sans': 'system-ui, sans-serif',
  '--font-mono': 'monospace',
  '--font-weight-normal': '400',
  '--font-weight-medium': '500',
  '--font-weight-semibold': '600',
  '--font-text-xs-size': '12px',
  '--font-text-sm-size': '14px',
  '--font-text-md-size': '16px',
  '--font-heading-sm-size': '16px',
  '--font-heading-md-size': '18px',
  '--border-radius-sm': '6px',
  '--border-radius-md': '8px',
  '--border-radius-lg': '10px',
};

/** The context of the host unless a test says otherwise. */
export const DEFAULT_CONTEXT: McpUiHostContext = {
  theme: 'light',
  styles: { variables: HOST_VARIABLES as never },
  displayMode: 'inline',
  availableDisplayModes: ['inline', 'fullscreen'],
  locale: 'en-US',
  timeZone: 'America/New_York',
  platform: 'web',
};
