import { setTimeout as wait } from 'node:timers/promises'
import type { Database } from '../postgres/database.ts'
import type { Deliver } from './delivery.ts'
import { html } from './html.ts'
import { type ClaimedMail, claimMail, linkPlace, markFailed, markSent } from './outgoing-mail.ts'

const second = 1_000
const minute = 60 * second
const hour = 60 * minute

// More than three times what a try can take: another process takes a mail only when its process is gone.
const claimMilliseconds = minute
const firstWait = 30 * second
const longestWait = 4 * hour
// A mail server that is away over a long weekend loses nothing.
const worthMilliseconds = 4 * 24 * hour
const atOnceMax = 10
// 15 seconds in all: PostgreSQL is back after a crash by then, and no other process takes the mail yet.
const markTriesMax = 6
const markWait = second

/** What sending mail needs. */
export type MailSender = {
  readonly db: Database
  readonly deliver: Deliver
  /** The link that is written into a mail as it is sent; undefined for a mail without one. */
  readonly linkOf: (
    mail: Pick<ClaimedMail, 'passwordResetId' | 'emailChangeId'>,
  ) => Promise<string | undefined>
  /** Hears of mails that are given up, and nothing secret. */
  readonly warn: (fields: Readonly<Record<string, string | number>>, message: string) => void
  /** For the retries' jitter, from 0 to 1. */
  readonly random?: () => number
}

/**
 * Sends some of the mail that is due, and says how many. A mail that is not accepted is retried after ever longer waits, and
 * given up after some days, or when it would only mislead. It is marked as sent only after it was accepted: when the program
 * dies between the two, it is sent again, under the same id.
 */
export async function sendMail(sender: MailSender, now: Date): Promise<number> {
  const freeAt = new Date(now.getTime() + claimMilliseconds)
  const claimed = await claimMail(sender.db, { now, freeAt, countMax: atOnceMax })
  const outcomes = await Promise.allSettled(claimed.map((mail) => sendOne(sender, mail, now)))
  const failed = outcomes.find((outcome) => outcome.status === 'rejected')
  if (failed) throw failed.reason
  return claimed.length
}

async function sendOne(sender: MailSender, mail: ClaimedMail, now: Date): Promise<void> {
  const worthUntil = mail.worthUntil?.getTime() ?? mail.createdAt.getTime() + worthMilliseconds
  if (now.getTime() >= worthUntil) {
    return giveUp(sender, mail, mail.lastFault ?? 'It was too old to be sent.', now)
  }

  const link = await sender.linkOf(mail)
  const content = link === undefined ? mail.html : mail.html.replace(linkPlace, () => linkTo(link))
  const { id, recipient, subject } = mail
  const failure = await sender.deliver({ id, recipient, subject, html: content })
  if (!failure) return markSentSurely(sender.db, id, now)

  const fault = oneLine(link === undefined ? failure.error : withoutLink(failure.error, link))
  if (failure.isFinal) return giveUp(sender, mail, fault, now)
  const nextTryAt = new Date(now.getTime() + waitAfter(mail.attempts, sender.random ?? Math.random))
  await markFailed(sender.db, mail, { fault, nextTryAt, now })
}

/** The mail was accepted: while no other process may take it, the database is asked again. */
async function markSentSurely(db: Database, id: string, now: Date): Promise<void> {
  for (let tries = 1; tries < markTriesMax; tries++) {
    const isMarked = await markSent(db, id, now).then(
      () => true,
      () => false,
    )
    if (isMarked) return
    await wait(tries * markWait)
  }
  await markSent(db, id, now)
}

async function giveUp(sender: MailSender, mail: ClaimedMail, fault: string, now: Date): Promise<void> {
  await markFailed(sender.db, mail, { fault, nextTryAt: null, now })
  sender.warn({ mailId: mail.id, attempts: mail.attempts }, 'a mail could not be sent and is given up')
}

/** Twice as long after each try, with jitter, so that mails that failed together are not retried together. */
export function waitAfter(attempts: number, random: () => number): number {
  const usual = Math.min(firstWait * 2 ** Math.min(attempts - 1, 20), longestWait)
  return Math.round(usual * (0.75 + random() / 2))
}

function linkTo(link: string): string {
  return html`<a href="${link}">${link}</a>`
}

/** Some servers repeat what they were sent. */
function withoutLink(text: string, link: string): string {
  return text.replaceAll(link, '…').replaceAll(link.split('#')[1] ?? link, '…')
}

function oneLine(text: string): string {
  return text.replace(/[\s\p{Cc}]+/gu, ' ').slice(0, 300)
}
