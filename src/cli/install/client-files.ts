import { isAbsolute, join } from 'node:path';
import { applicationFolder, configFolder, type HostEnvironment } from './host-environment.ts';

/** Returns the first path that exists, or else the first. */
function firstExisting(host: HostEnvironment, paths: readonly string[]): string {
  return paths.find((path) => host.exists(path)) ?? (paths[0] as string);
}

/** Claude Desktop from the Microsoft Store: Windows redirects the usual folder to this one. */
const STORE_PACKAGE = join('Packages', 'Claude_pzs8sxrjxfjjc', 'LocalCache', 'Roaming', 'Claude');

export function claudeDesktopFile(host: HostEnvironment): string {
  const name = 'claude_desktop_config.json';
  const usual = join(applicationFolder(host), 'Claude');
  if (host.platform !== 'win32') return join(usual, name);
  const local = host.env.LOCALAPPDATA || join(host.home, 'AppData', 'Local');
  const store = join(local, STORE_PACKAGE);
  return join(host.exists(store) ? store : usual, name);
}

const codeFolders = (host: HostEnvironment) =>
  ['Code', 'Code - Insiders', 'VSCodium'].map((name) => join(applicationFolder(host), name));

export const vscodeFile = (host: HostEnvironment) => join(firstExisting(host, codeFolders(host)), 'User', 'mcp.json');

/** Windsurf has been called Devin Desktop since June 2026, and has used another folder since. */
export const DEVIN = /[\\/]\.?devin[\\/]/;

export function windsurfFile(host: HostEnvironment): string {
  const config = host.platform === 'win32' ? applicationFolder(host) : configFolder(host);
  const [devin, windsurf] = [join(config, 'devin'), join(host.home, '.codeium', 'windsurf')];
  const renamed = host.exists(join(devin, 'mcp_config.json')) || (host.exists(devin) && !host.exists(windsurf));
  return join(renamed ? devin : windsurf, 'mcp_config.json');
}

/** Zed uses XDG_CONFIG_HOME on Linux only, and `~/.config` on macOS. */
export function zedFile(host: HostEnvironment): string {
  if (host.platform === 'win32') return join(applicationFolder(host), 'Zed', 'settings.json');
  const config = host.platform === 'darwin' ? join(host.home, '.config') : configFolder(host);
  return join(config, 'zed', 'settings.json');
}

/** Goose follows XDG on macOS too. It ignores a `GOOSE_PATH_ROOT` that is not absolute. */
export function gooseFile(host: HostEnvironment): string {
  const { GOOSE_PATH_ROOT: root = '' } = host.env;
  if (isAbsolute(root)) return join(root, 'config', 'config.yaml');
  return host.platform === 'win32'
    ? join(applicationFolder(host), 'Block', 'goose', 'config', 'config.yaml')
    : join(configFolder(host), 'goose', 'config.yaml');
}

/** LM Studio names its folder in a file of the home folder. Versions before 0.3.6 used `~/.cache/lm-studio`. */
export function lmStudioFile(host: HostEnvironment): string {
  const named = host.read(join(host.home, '.lmstudio-home-pointer'))?.trim() ?? '';
  const usual = [join(host.home, '.lmstudio'), join(host.home, '.cache', 'lm-studio')];
  const folder = isAbsolute(named) && host.exists(named) ? named : firstExisting(host, usual);
  return join(folder, 'mcp.json');
}

/** The folder of Cline below the global storage of VS Code, before Cline shared its settings with its CLI. */
const CLINE_STORAGE = join('User', 'globalStorage', 'saoudrizwan.claude-dev');

export function clineFile(host: HostEnvironment): string {
  const { CLINE_MCP_SETTINGS_PATH: file, CLINE_DATA_DIR: dataFolder, CLINE_DIR: folder } = host.env;
  if (file) return file;
  const path = join('settings', 'cline_mcp_settings.json');
  if (dataFolder) return join(dataFolder, path);
  if (folder) return join(folder, 'data', path);
  const data = join(host.home, '.cline', 'data');
  return join(firstExisting(host, [data, ...codeFolders(host).map((code) => join(code, CLINE_STORAGE))]), path);
}
