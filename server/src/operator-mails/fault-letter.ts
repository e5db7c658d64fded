import type { Mail } from '../mail/outgoing-mail.ts'
import type { Fault } from './faults.ts'

/** Tells the operator that a fault began, or has ended. `since` is the formatted moment of either. */
export function faultMail(
  { title, sentences, runbook }: Fault,
  told: 'began' | 'ended',
  {
    recipient,
    bankName,
    since,
    place,
  }: { recipient: string; bankName: string; since: string; place: string },
): Mail {
  const began = [
    ...sentences,
    `This began on ${since}.`,
    `What to do is in the section ${runbook} of the runbooks. You get one more email when it is over.`,
  ]
  return {
    recipient,
    subject: told === 'began' ? `${bankName}: ${title}` : `${bankName}, over: ${title}`,
    letter: { sentences: [...(told === 'began' ? began : [`This has been over since ${since}.`]), place] },
  }
}
