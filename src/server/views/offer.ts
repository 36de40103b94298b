import type { ToolSettings } from '../../tools/core/settings.ts';
import type { ViewName } from '../../tools/core/view-names.ts';

/** A view in the listings of the build. */
export interface ListedView {
  name: ViewName;
  /** Its entry in `resources/list`. */
  item: { uri: string; name: string };
}

/** Returns the views of the offered tools. A view draws structured content, so there are none with `--output text`. */
export function offeredViews<V extends ListedView>(
  views: readonly V[],
  tools: readonly { view?: ViewName }[],
  { output, voice }: Pick<ToolSettings, 'output' | 'voice'>,
): V[] {
  return output === 'text' || voice ? [] : views.filter(({ name }) => tools.some(({ view }) => view === name));
}

/** Returns the `_meta` of a tool if its view is one of these. The second key is deprecated; older hosts read it. */
export function toolViewMeta({ view }: { view?: ViewName }, views: readonly ListedView[]) {
  const uri = views.find(({ name }) => name === view)?.item.uri;
  return uri && { _meta: { ui: { resourceUri: uri }, 'ui/resourceUri': uri } };
}
