import { setTimeout as wait } from 'node:timers/promises'
import type { Database } from '../postgres/database.ts'
import type { Deliver } from './delivery.ts'
import { html } from './html.ts'
import { type ClaimedMail, claimMail, linkPlace, markFailed, markSent } from './outgoing-mail.ts'

const second = 1_000
const minute = 60 * second
const hour = 60 * minute

// More than three times what a try can take: a mail is taken from somebody only when they are gone.
const ownMilliseconds = minute
const firstWait = 30 * second
const longestWait = 4 * hour
/** A mail server that is away over a long weekend loses nothing. */
const worthMilliseconds = 4 * 24 * hour
const atOnceMax = 10
// 15 seconds in all: PostgreSQL is back after a crash by then, and the mail is still ours.
const noteTriesMax = 6
const noteWait = second

export type MailRoom = {
  readonly db: Database
  readonly deliver: Deliver
  /** The link that is written into a mail as it is sent; undefined for a mail without one. */
  readonly linkOf: (
    mail: Pick<ClaimedMail, 'passwordResetId' | 'emailChangeId'>,
  ) => Promise<string | undefined>
  /** Hears of what the bank has stopped trying, and nothing that is secret. */
  readonly warn: (facts: Readonly<Record<string, string | number>>, sentence: string) => void
  /** From 0 to 1. */
  readonly chance?: () => number
}

/**
 * Sends some of what is due, and says how many that were. What is not taken is tried again later and later, and given up
 * after some days, or when it would only mislead. A mail leaves the outbox only after somebody has taken it: when the
 * program dies between the two, it is sent again, under the same id.
 */
export async function sendMail(room: MailRoom, now: Date): Promise<number> {
  const freeAt = new Date(now.getTime() + ownMilliseconds)
  const claimed = await claimMail(room.db, { now, freeAt, countMax: atOnceMax })
  const outcomes = await Promise.allSettled(claimed.map((mail) => sendOne(room, mail, now)))
  const failed = outcomes.find((outcome) => outcome.status === 'rejected')
  if (failed) throw failed.reason
  return claimed.length
}

async function sendOne(room: MailRoom, mail: ClaimedMail, now: Date): Promise<void> {
  const worthUntil = mail.worthUntil?.getTime() ?? mail.createdAt.getTime() + worthMilliseconds
  if (now.getTime() >= worthUntil) {
    return giveUp(room, mail, mail.lastFault ?? 'It had become too old to be sent.', now)
  }

  const link = await room.linkOf(mail)
  const content = link === undefined ? mail.html : mail.html.replace(linkPlace, () => linkTo(link))
  const { id, recipient, subject } = mail
  const failure = await room.deliver({ id, recipient, subject, html: content })
  if (!failure) return noteSent(room.db, id, now)

  const fault = oneLine(link === undefined ? failure.error : withoutLink(failure.error, link))
  if (failure.isFinal) return giveUp(room, mail, fault, now)
  const nextTryAt = new Date(now.getTime() + waitAfter(mail.attempts, room.chance ?? Math.random))
  await markFailed(room.db, mail, { fault, nextTryAt, now })
}

/** The mail is gone: as long as nobody else may take it, a database that is away for a moment is asked again. */
async function noteSent(db: Database, id: string, now: Date): Promise<void> {
  for (let tries = 1; tries < noteTriesMax; tries++) {
    const isNoted = await markSent(db, id, now).then(
      () => true,
      () => false,
    )
    if (isNoted) return
    await wait(tries * noteWait)
  }
  await markSent(db, id, now)
}

async function giveUp(room: MailRoom, mail: ClaimedMail, fault: string, now: Date): Promise<void> {
  await markFailed(room.db, mail, { fault, nextTryAt: null, now })
  room.warn({ mailId: mail.id, attempts: mail.attempts }, 'a mail could not be sent and is given up')
}

/** Twice as long after each try, and a part by chance, so that what failed together does not come back together. */
export function waitAfter(attempts: number, chance: () => number): number {
  const usual = Math.min(firstWait * 2 ** Math.min(attempts - 1, 20), longestWait)
  return Math.round(usual * (0.75 + chance() / 2))
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
