import type { SessionView } from '@bank/contract/sessions/view'
import { useState } from 'react'
import { bankNow } from '../api/bank-clock.ts'
import { uncertainKey } from '../api/idempotency-key.ts'
import { publicConfig } from '../public-config.ts'
import { Notice } from '../ui/notice.tsx'
import { hasDraft } from './kept-drafts.ts'
import { useSession } from './session.ts'

/** Says on the sign-in page why the session ended, and whether a form is kept. */
export function EndedSessionNotice() {
  const { data } = useSession()
  if (!data?.ended || data.session || data.leftOnPurpose) return null
  return <Explanation ended={data.ended} />
}

function Explanation({ ended }: { ended: SessionView }) {
  // Asked once: later the session would have ended without activity, too.
  const [reason] = useState(() => reasonOf(ended, bankNow()))
  return (
    <Notice tone="pending">
      {reason} {draftSentence(ended.user.id)}
    </Notice>
  )
}

function reasonOf({ signedInAt, idleEndsAt }: SessionView, now: number): string {
  const { sessionMinutesIdle, sessionMinutesAbsolute } = publicConfig
  const endedAt = Date.parse(idleEndsAt)
  // The bank's clock is known to about a second.
  if (now < endedAt - 2_000) {
    return 'You were signed out because your session was ended, for example after a new password, from another device or by the bank.'
  }
  // Towards its longest duration a session is no longer extended by the whole idle time.
  if (endedAt < Date.parse(signedInAt) + sessionMinutesAbsolute * 60_000) {
    return `You were signed out after ${durationOf(sessionMinutesIdle)}.`
  }
  return `You were signed out after ${durationOf(sessionMinutesAbsolute)}, the longest that you can stay signed in.`
}

function draftSentence(userId: string): string {
  if (!hasDraft(userId)) return ''
  // The outcome of a transfer may not be known.
  const isUncertain = uncertainKey({ person: userId, purpose: 'transfer' }) !== null
  return isUncertain ? 'Your form is kept.' : 'Nothing was sent; your form is kept.'
}

/** "15 minutes", "1 hour". */
function durationOf(minutes: number): string {
  const [count, unit] = minutes % 60 === 0 ? [minutes / 60, 'hour'] : [minutes, 'minute']
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}
