import { useCallback, useState } from 'preact/hooks';

export type Grade = 'good' | 'bad';

export interface NoticeLink {
  href: string;
  text: string;
}

interface Notice {
  message: string;
  grade: Grade;
  /** Where the user may go on. */
  link: NoticeLink | undefined;
  /** Distinguishes notices with the same words: the second test of a webhook is announced like the first. */
  number: number;
}

/** Returns a function that says how an action ended, and the box in which it does, also to screen readers. */
export function useNotice() {
  const [notice, setNotice] = useState<Notice>();
  const announce = useCallback(
    (message: string, grade: Grade = 'good', link?: NoticeLink) =>
      setNotice((before) => ({ message, grade, link, number: (before?.number ?? 0) + 1 })),
    [],
  );
  const clear = useCallback(() => setNotice(undefined), []);
  const box = (
    <div class={notice && `announced notice ${notice.grade}`}>
      <div role="status">
        {notice && (
          <p key={notice.number}>
            {notice.message}
            {notice.link && (
              <>
                {' '}
                <a href={notice.link.href}>{notice.link.text}</a>
              </>
            )}
          </p>
        )}
      </div>
      {notice && (
        <button type="button" aria-label="Close the message" onClick={clear}>
          ×
        </button>
      )}
    </div>
  );
  return { announce, clear, box };
}
