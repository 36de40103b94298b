/** Simulates a user with a browser during an OAuth login: follows redirects, stores cookies, submits forms. */
export function createUser(name: string) {
  const cookies = new Map<string, string>();
  const get = async (url: URL, form?: URLSearchParams): Promise<Response> => {
    const cookie = [...cookies].map(([key, value]) => `${key}=${value}`).join('; ');
    const answer = await fetch(url, {
      redirect: 'manual',
      headers: { cookie, accept: 'text/html' },
      ...(form ? { method: 'POST', body: form } : {}),
    });
    for (const line of answer.headers.getSetCookie()) {
      const [, key = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === '') cookies.delete(key);
      else cookies.set(key, value);
    }
    return answer;
  };
  return {
    /** Accepts every form until the redirect to the client. Returns the query parameters of that redirect. */
    async authorize(start: URL, redirect: string): Promise<URLSearchParams> {
      let url = start;
      let form: URLSearchParams | undefined;
      for (let step = 0; step < 12; step++) {
        const answer = await get(url, form);
        form = undefined;
        const location = answer.headers.get('location');
        if (location !== null) {
          url = new URL(location, url);
          if (url.href.startsWith(redirect)) return url.searchParams;
          continue;
        }
        const page = await answer.text();
        const [, action] = /<form[^>]*action="([^"]+)"/.exec(page) ?? [];
        if (!action) throw new Error(`neither form nor redirect: ${answer.status} ${page.slice(0, 500)}`);
        form = new URLSearchParams();
        for (const [input] of page.matchAll(/<input[^>]*>/g)) {
          const [, field = ''] = /name="([^"]*)"/.exec(input) ?? [];
          form.set(field, /value="([^"]*)"/.exec(input)?.[1] ?? name);
        }
        url = new URL(action, url);
      }
      throw new Error('the login did not finish within 12 steps');
    },
  };
}
