import { recordAudit } from '../../audit/audit-chain.ts'
import type { Bank } from '../../bank.ts'
import type { Actor } from '../../call.ts'
import { inTransaction } from '../../postgres/transaction.ts'
import { Refusal } from '../../refusal.ts'
import { confirmationRequired, hasProof } from '../../sessions/confirmation-proof.ts'
import { mayAdminister } from '../../sessions/session.ts'

/** Who may call an endpoint. `admit` gives the actor on, or throws why not. */
export type Caller<Who> = {
  readonly name: string
  readonly admit: (actor: Actor | null, call: { bank: Bank; path: string; now: Date }) => Who | Promise<Who>
}

/** Signed in or not. */
export const anyone: Caller<Actor | null> = { name: 'anyone', admit: (actor) => actor }

/** A signed-in customer, for what is their own. Refuses `secrets_temporary`, as every caller built on it does. */
export const customer: Caller<Actor> = { name: 'customer', admit: withOwnSecrets }

/**
 * A signed-in customer whose password or PIN may still be the temporary one that staff typed. Only for the few routes by
 * which both are replaced and the session is kept.
 */
export const newCustomer: Caller<Actor> = {
  name: 'customer, also with a temporary password or PIN',
  admit: signedIn,
}

// Long enough for what somebody came to do, short enough for a screen left open.
const freshMilliseconds = 10 * 60_000

/** A customer who has signed in, or confirmed who they are, within the last 10 minutes (departure 10). */
export const confirmedCustomer: Caller<Actor> = {
  name: 'customer who has shown the password within 10 minutes',
  admit: (actor, { bank, now }) => confirmed(withOwnSecrets(actor), bank, now),
}

/** The same for a customer whose password or PIN may still be temporary: for replacing them. */
export const confirmedNewCustomer: Caller<Actor> = {
  name: 'customer who has shown the password within 10 minutes, also with a temporary password or PIN',
  admit: (actor, { bank, now }) => confirmed(signedIn(actor), bank, now),
}

/**
 * A customer who has confirmed who they are for this very change, within 5 minutes: the sign-in alone does not count. The verb
 * uses the proof up (`consumeProof`).
 */
export const provenCustomer: Caller<Actor> = {
  name: 'customer who has confirmed this change',
  admit: (actor, { bank, now }) => proven(withOwnSecrets(actor), bank, now),
}

/** The same for a customer whose password may still be temporary: for replacing it. */
export const provenNewCustomer: Caller<Actor> = {
  name: 'customer who has confirmed this change, also with a temporary password or PIN',
  admit: (actor, { bank, now }) => proven(signedIn(actor), bank, now),
}

/**
 * An administrator by role, whether or not the passcode has been entered. Refuses `administrator_deactivated` when their
 * own account was deactivated; an account that was never activated keeps nobody from working (departure 20).
 */
export const administrator: Caller<Actor> = {
  name: 'administrator',
  admit(actor, call) {
    const who = withOwnSecrets(actor)
    if (mayAdminister(who)) return who
    return refuseOnRecord(
      who.userId,
      who.role === 'administrator' ? 'administrator_deactivated' : 'forbidden',
      call,
    )
  },
}

/** An administrator who has entered the passcode in this session. */
export const elevatedAdministrator: Caller<Actor> = {
  name: 'administrator with the passcode entered',
  async admit(actor, call) {
    const who = await administrator.admit(actor, call)
    if (who.elevatedUntil === null) throw new Refusal('passcode_required')
    return who
  },
}

/** An administrator who has entered the passcode within the last 10 minutes: for changing it. */
export const freshlyElevatedAdministrator: Caller<Actor> = {
  name: 'administrator with the passcode entered within 10 minutes',
  async admit(actor, call) {
    const who = await elevatedAdministrator.admit(actor, call)
    const sinceElevation = call.now.getTime() - (who.elevatedAt?.getTime() ?? 0)
    if (sinceElevation > freshMilliseconds) throw new Refusal('passcode_required')
    return who
  },
}

function signedIn(actor: Actor | null): Actor {
  if (actor === null) throw new Refusal('signed_out')
  return actor
}

/** The one place where a temporary password or PIN closes the bank, so that a new route is closed by default. */
function withOwnSecrets(actor: Actor | null): Actor {
  const who = signedIn(actor)
  if (who.temporarySecrets) throw new Refusal('secrets_temporary')
  return who
}

async function confirmed(who: Actor, { db }: Bank, now: Date): Promise<Actor> {
  const shownAt = Math.max(who.signedInAt.getTime(), who.confirmedAt?.getTime() ?? 0)
  if (now.getTime() - shownAt > freshMilliseconds) throw await confirmationRequired(db, who.userId)
  return who
}

async function proven(who: Actor, { db }: Bank, now: Date): Promise<Actor> {
  if (!hasProof(who, now)) throw await confirmationRequired(db, who.userId)
  return who
}

/** A caller who tries an administrator's route without the right to is worth knowing about. */
async function refuseOnRecord(
  actorId: string,
  reason: 'forbidden' | 'administrator_deactivated',
  { bank, path, now }: { bank: Bank; path: string; now: Date },
): Promise<never> {
  const event = { actorId, action: 'administration_refused', target: null, details: { path }, now }
  await inTransaction(bank.db, (connection) => recordAudit(connection, event))
  throw new Refusal(reason)
}
