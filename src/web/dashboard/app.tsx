import type { ComponentType } from 'preact';
import { useCallback, useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { AccountPage } from './pages/account.tsx';
import { ActivityPage } from './pages/activity.tsx';
import { AgendaPage } from './pages/agenda.tsx';
import { BusinessPage } from './pages/business.tsx';
import { CallsPage } from './pages/calls.tsx';
import { ContactsPage } from './pages/contacts.tsx';
import { FeedsPage } from './pages/feeds.tsx';
import { ImportPage } from './pages/import/import.tsx';
import { KeysPage } from './pages/keys.tsx';
import { SetPasswordPage } from './pages/set-password.tsx';
import { SignInAgain, SignInPage } from './pages/sign-in.tsx';
import { SourcesPage } from './pages/sources.tsx';
import { UsersPage } from './pages/users.tsx';
import { WebhooksPage } from './pages/webhooks.tsx';
import { Address } from './parts/address.tsx';
import { type Desk, DeskContext } from './parts/context.ts';
import { useQuestions } from './parts/dialog-host.tsx';
import { inQuotes } from './parts/in-quotes.ts';
import { useKeptFocus } from './parts/kept-focus.ts';
import { messageOf } from './parts/load.tsx';
import { useNotice } from './parts/notice.tsx';
import { titlesTakeFocus } from './parts/page.tsx';
import { href, isPlaceKept, navigate, type Route, TEAM, teamHref, useRoute } from './parts/route.ts';
import { ChooseTeam, TeamName } from './parts/team-name.tsx';
import { onSessionEnd, RequestError } from './requests/http.ts';
import { isManager, isOwner, readSession, type Session, signOut, type Team } from './requests/session.ts';
import { callTool, readTool, tryTool } from './requests/tools.ts';
import { takeLinkToken } from './requests/users.ts';

interface PageEntry {
  page: string;
  title: string;
  Page: ComponentType<{ route: Route }>;
  /** Which users see it, if not all. */
  isFor?: (team: Team) => boolean;
  /** The page that leads to it, for one without an entry in the navigation. */
  partOf?: string;
}

/** The pages, in the order of the navigation. */
const PAGES: readonly PageEntry[] = [
  { page: 'agenda', title: 'Agenda', Page: AgendaPage },
  { page: 'calls', title: 'Calls', Page: CallsPage },
  { page: 'contacts', title: 'Contacts', Page: ContactsPage },
  { page: 'import', title: 'Import from a file', Page: ImportPage, isFor: isManager, partOf: 'contacts' },
  { page: 'activity', title: 'Activity', Page: ActivityPage },
  { page: 'business', title: 'Business', Page: BusinessPage },
  { page: 'calendars', title: 'Calendar feeds', Page: FeedsPage, isFor: isManager },
  { page: 'keys', title: 'API keys', Page: KeysPage, isFor: isManager },
  { page: 'webhooks', title: 'Webhooks', Page: WebhooksPage, isFor: isManager },
  { page: 'sources', title: 'Call sources', Page: SourcesPage, isFor: isManager },
  { page: 'users', title: 'Users', Page: UsersPage, isFor: isOwner },
  { page: 'account', title: 'Account', Page: AccountPage },
];

type Access =
  | { state: 'unknown' }
  | { state: 'failed'; message: string }
  | { state: 'out' }
  /** `ended`: the pages wait behind the sign-in, with what was typed on them and secrets that are shown once. */
  | { state: 'in' | 'ended'; session: Session };

const NOT_KEPT = 'The password was right, but the browser did not keep the sign-in. Open this page over HTTPS.';

/** CSS pixels of the entry before that of the page. */
const ENTRY_BEFORE = 40;

const isSignedOut = (error: unknown) => error instanceof RequestError && error.status === 401;

/** The dashboard: the sign-in, or the pages of a team. */
export function App() {
  const [access, setAccess] = useState<Access>({ state: 'unknown' });
  /** The link by which the page was opened, until a password is set. */
  const [token, setToken] = useState(takeLinkToken);
  /** Whose password was set by a link. */
  const [setFor, setSetFor] = useState<string>();
  const check = useCallback(async () => {
    try {
      setAccess({ state: 'in', session: await readSession() });
    } catch (error) {
      // The listener below shows the sign-in.
      if (isSignedOut(error)) return;
      // A server that does not answer for a moment must not close the pages.
      setAccess((before) => ('session' in before ? before : { state: 'failed', message: messageOf(error) }));
    }
  }, []);
  useEffect(() => {
    onSessionEnd(() => setAccess((before) => ('session' in before ? { ...before, state: 'ended' } : { state: 'out' })));
    void check();
    // A session can end on the server while the page is open: it is checked when the user returns to the page.
    const look = () => void (document.visibilityState === 'visible' && check());
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, [check]);
  const enter = async () => {
    const session = await readSession().catch((error: unknown) => {
      throw isSignedOut(error) ? new Error(NOT_KEPT) : error;
    });
    setSetFor(undefined);
    setAccess({ state: 'in', session });
  };
  const leave = useCallback(() => setAccess({ state: 'out' }), []);

  if (token !== undefined) {
    const closeLink = (email?: string) => {
      setToken(undefined);
      setSetFor(email);
      // In its place another user may be signed in.
      if (email !== undefined) setAccess({ state: 'out' });
    };
    return <SetPasswordPage token={token} onSet={closeLink} onLeave={() => closeLink()} />;
  }
  if (access.state === 'unknown') return <p class="centred quiet">Loading…</p>;
  if (access.state === 'failed') {
    return (
      <main class="centred">
        <p class="notice bad" role="alert">
          {access.message}
        </p>
        <button
          type="button"
          onClick={() => {
            titlesTakeFocus();
            void check();
          }}
        >
          Try again
        </button>
      </main>
    );
  }
  if (access.state === 'out') return <SignInPage email={setFor} onSignedIn={enter} />;
  const { session, state } = access;
  return (
    <>
      {/* Another user gets other pages: nothing typed is left on them. */}
      <SignedIn key={session.user.id} session={session} onSessionChange={check} onSignOut={leave} />
      {state === 'ended' && <SignInAgain session={session} onSignedIn={enter} onLeave={leave} />}
    </>
  );
}

type SignedInProps = Pick<Desk, 'session' | 'onSessionChange' | 'onSignOut'>;

function SignedIn({ session, onSessionChange, onSignOut }: SignedInProps) {
  const { teams } = session;
  const route = useRoute();
  const { ask: askUser, dialog } = useQuestions();
  const { announce, clear, box } = useNotice();
  useKeptFocus();
  const teamId = route.params.get(TEAM);
  const team = teamId ? teams.find(({ id }) => id === teamId) : teams[0];
  const desk = useMemo<Desk | undefined>(() => {
    if (!team) return undefined;
    const title = teams.length > 1 ? `Please confirm for ${inQuotes(team.name)}` : undefined;
    const ask: Desk['ask'] = (question, yes, choices) => askUser(question, yes, title, choices);
    return {
      session,
      team,
      callTool: (name, args = {}) => callTool(team.id, name, args, ask),
      readTool: (name, args) => readTool(team.id, name, args),
      tryTool: (name, args) => tryTool(team.id, name, args),
      ask,
      announce,
      clear,
      onSessionChange,
      onSignOut,
    };
  }, [session, teams, team, askUser, announce, clear, onSessionChange, onSignOut]);
  const leave = () => {
    if (isPlaceKept()) return;
    void signOut().then(onSignOut, (error: unknown) =>
      isSignedOut(error) ? onSignOut() : announce(messageOf(error), 'bad'),
    );
  };
  const pages = PAGES.filter(({ isFor }) => !isFor || (team && isFor(team)));
  const current = pages.find(({ page }) => page === route.page);
  const entry = current?.partOf ?? current?.page;
  const entries = useEntryInSight(entry);
  const customer = route.page === 'contacts' && route.id;
  // A notice is about what was done on a page, or with a customer, and is out of date on the next one.
  useEffect(clear, [route.page, customer, team?.id, clear]);
  if (!team || !desk) {
    return (
      <main class="centred">
        {teams.length > 0 ? (
          <ChooseTeam teams={teams} />
        ) : (
          <p class="notice">You are signed in, but belong to no team. An owner can add you, on the page “Users”.</p>
        )}
        <button type="button" onClick={leave}>
          Sign out
        </button>
      </main>
    );
  }
  return (
    <DeskContext.Provider value={desk}>
      <button type="button" class="skip" onClick={() => document.getElementById('main')?.focus()}>
        Skip to the content
      </button>
      <div class="desk">
        <nav aria-label="Pages">
          <TeamName team={team} teams={teams} onChoose={(id) => navigate(teamHref(route.page, id))} />
          <ul ref={entries}>
            {pages.map(
              ({ page, title, partOf }) =>
                partOf === undefined && (
                  <li key={page}>
                    <a href={href(page)} aria-current={page === entry ? 'page' : undefined}>
                      {title}
                    </a>
                  </li>
                ),
            )}
          </ul>
          <p class="quiet who">
            <Address of={session.user.email} />
          </p>
          <button type="button" onClick={leave}>
            Sign out
          </button>
        </nav>
        <main id="main" class="content" tabIndex={-1}>
          {session.read_only && (
            <p class="notice warn">This server runs with --read-only: nothing can be changed here.</p>
          )}
          {box}
          {current ? (
            <current.Page key={`${team.id} ${current.page}`} route={route} />
          ) : (
            <p class="notice">
              There is no such page, or your role cannot see it. <a href={href('agenda')}>To the agenda</a>
            </p>
          )}
        </main>
      </div>
      {dialog}
    </DeskContext.Provider>
  );
}

/** On a telephone the entries of the pages are a row that scrolls: that of the page is in sight, and part of the one before. */
function useEntryInSight(entry: string | undefined) {
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    const shown = list.current?.querySelector('[aria-current]');
    if (!list.current || !shown) return;
    list.current.scrollLeft +=
      shown.getBoundingClientRect().left - list.current.getBoundingClientRect().left - ENTRY_BEFORE;
  }, [entry]);
  return list;
}
