import type { Bank } from '../bank.ts'
import type { Actor } from '../call.ts'
import { recordAudit } from '../postgres/audit.ts'
import { inTransaction } from '../postgres/transaction.ts'
import { Refusal } from '../refusal.ts'
import { confirmationRequired, isProven } from '../sessions/proof.ts'

/** Who may call an endpoint. `admit` gives the actor on, or throws why not. */
export type Caller<Who> = {
  readonly name: string
  readonly admit: (actor: Actor | null, call: { bank: Bank; path: string; now: Date }) => Who | Promise<Who>
}

/** Signed in or not. */
export const anyone: Caller<Actor | null> = { name: 'anyone', admit: (actor) => actor }

/** Whoever is signed in, for what is their own. */
export const customer: Caller<Actor> = { name: 'customer', admit: signedIn }

// Long enough for what somebody came to do, short enough for a screen left open.
const freshMilliseconds = 10 * 60_000

/** A customer who has signed in, or confirmed who they are, within the last 10 minutes (departure 10). */
export const confirmedCustomer: Caller<Actor> = {
  name: 'customer who has shown the password within 10 minutes',
  async admit(actor, { bank, now }) {
    const who = signedIn(actor)
    const shownAt = Math.max(who.signedInAt.getTime(), who.confirmedAt?.getTime() ?? 0)
    if (now.getTime() - shownAt > freshMilliseconds) throw await confirmationRequired(bank.db, who.userId)
    return who
  },
}

/**
 * A customer who has confirmed who they are for this very change, within 5 minutes: the sign-in alone does not count. The verb
 * uses the proof up (`spendProof`).
 */
export const provenCustomer: Caller<Actor> = {
  name: 'customer who has confirmed this change',
  async admit(actor, { bank, now }) {
    const who = signedIn(actor)
    if (!isProven(who, now)) throw await confirmationRequired(bank.db, who.userId)
    return who
  },
}

/** An administrator by role, whether or not the passcode has been entered. */
export const administrator: Caller<Actor> = {
  name: 'administrator',
  admit(actor, call) {
    const { userId, role } = signedIn(actor)
    return role === 'administrator' ? signedIn(actor) : refuseOnRecord(userId, call)
  },
}

/** An administrator who has entered the passcode in this session. */
export const liftedAdministrator: Caller<Actor> = {
  name: 'administrator with the passcode entered',
  async admit(actor, call) {
    const who = await administrator.admit(actor, call)
    if (who.liftedUntil === null) throw new Refusal('passcode_required')
    return who
  },
}

/** An administrator who has entered the passcode within the last 10 minutes: for changing it. */
export const freshlyLiftedAdministrator: Caller<Actor> = {
  name: 'administrator with the passcode entered within 10 minutes',
  async admit(actor, call) {
    const who = await liftedAdministrator.admit(actor, call)
    const sinceLift = call.now.getTime() - (who.liftedAt?.getTime() ?? 0)
    if (sinceLift > freshMilliseconds) throw new Refusal('passcode_required')
    return who
  },
}

function signedIn(actor: Actor | null): Actor {
  if (actor === null) throw new Refusal('signed_out')
  return actor
}

/** A customer at the administrators' door is worth knowing about. */
async function refuseOnRecord(
  actorId: string,
  { bank, path, now }: { bank: Bank; path: string; now: Date },
): Promise<never> {
  const event = { actorId, action: 'administration_refused', target: null, details: { path }, now }
  await inTransaction(bank.db, (connection) => recordAudit(connection, event))
  throw new Refusal('forbidden')
}
