import type { Team } from '../requests/session.ts';
import { teamHref } from './route.ts';

interface TeamNameProps {
  team: Team;
  teams: readonly Team[];
  onChoose(id: string): void;
}

/** The name of the business, or a choice for people who work for several. */
export function TeamName({ team, teams, onChoose }: TeamNameProps) {
  if (teams.length === 1) return <p class="team">{team.name}</p>;
  return (
    <select
      class="team"
      aria-label="Business"
      value={team.id}
      onChange={(event) => onChoose(event.currentTarget.value)}
    >
      {teams.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </select>
  );
}

/** For an address that names a business of which the user is no member: another one is never shown in its place. */
export function ChooseTeam({ teams }: Pick<TeamNameProps, 'teams'>) {
  return (
    <>
      <p class="notice">This address is of a business to which you do not belong. Choose one of yours:</p>
      <ul class="lines">
        {teams.map(({ id, name }) => (
          <li key={id}>
            <a class="button" href={teamHref('agenda', id)}>
              {name}
            </a>
          </li>
        ))}
      </ul>
    </>
  );
}
