import { useEffect, useState } from 'react'
import { bankNow } from '../api/bank-clock.ts'
import { hasUncertainKey } from '../api/idempotency-key.ts'
import { readItem, writeItem } from '../api/session-storage.ts'
import { publicConfig } from '../public-config.ts'
import { Notice } from '../ui/notice.tsx'
import { hasDraft } from './kept-drafts.ts'
import { type EndedSession, useSession } from './session.ts'

/** Says on the sign-in page why the session ended, and whether a form is kept. A reload says it again. */
export function EndedSessionNotice() {
  const { data } = useSession()
  if (data?.session || data?.leftOnPurpose) return null
  return <Explanation key={data?.ended ? 'now' : 'before a reload'} ended={data?.ended} />
}

function Explanation({ ended }: { ended: EndedSession | undefined }) {
  // Read once: later the session would have ended without activity, too.
  const [end, setEnd] = useState(() => ended && endOf(ended))
  // After hydration: the server that rendered the page does not know this tab's storage.
  useEffect(() => setEnd((known) => known ?? readEnd()), [])
  useEffect(() => {
    if (end) writeItem(endKey, JSON.stringify(end))
    // Another page is opened, for example after the next sign-in. A reload unmounts nothing.
    return () => writeItem(endKey, null)
  }, [end])
  if (!end) return null
  return (
    <Notice tone="pending">
      {end.reason} {draftSentence(end.person)}
    </Notice>
  )
}

/** The end of a session, as this tab's storage keeps it. */
type End = { readonly reason: string; readonly person: string }

const endKey = 'ended session'

function endOf(ended: EndedSession): End {
  return { reason: reasonOf(ended, bankNow()), person: ended.userId }
}

function readEnd(): End | undefined {
  const stored = readItem(endKey)
  return stored === null ? undefined : (JSON.parse(stored) as End)
}

function reasonOf({ signedInAt, idleEndsAt }: EndedSession, now: number): string {
  const { sessionMinutesIdle, sessionMinutesAbsolute } = publicConfig
  const endedAt = Date.parse(idleEndsAt)
  // The bank's clock is known to about a second.
  if (now < endedAt - 2_000) {
    return 'You were logged out: your password was changed, or the session was ended on another device or by us.'
  }
  // Towards its longest duration a session is no longer extended by the whole idle time.
  if (endedAt < Date.parse(signedInAt) + sessionMinutesAbsolute * 60_000) {
    return `You were logged out after ${durationOf(sessionMinutesIdle)} without activity.`
  }
  return `You were logged out after ${durationOf(sessionMinutesAbsolute)}, the longest that you can stay logged in.`
}

function draftSentence(userId: string): string {
  if (!hasDraft(userId)) return ''
  // The outcome of a transfer may not be known.
  return hasUncertainKey(userId) ? 'Your form is kept.' : 'Nothing was sent; your form is kept.'
}

/** "15 minutes", "1 hour". */
function durationOf(minutes: number): string {
  const [count, unit] = minutes % 60 === 0 ? [minutes / 60, 'hour'] : [minutes, 'minute']
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}
