import { ENGINE, type TestDatabase } from '../../support/engines.ts';
import type { Child } from './child.ts';

const ATTEMPTS = 10;

/** Stops a process, so that it resumes with SIGCONT, while it does not hold the lock of a SQLite database for writes. */
export async function stopChild(child: Child, { direct }: TestDatabase): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    child.signal('SIGSTOP');
    if (ENGINE !== 'sqlite') return;
    try {
      return await direct('begin immediate', 'rollback');
    } catch (error) {
      if (attempt === ATTEMPTS) throw error;
      child.signal('SIGCONT');
      await new Promise((resolve) => setTimeout(resolve, 10 * attempt));
    }
  }
}
