import type { Audience } from '@bank/contract/audience'
import { recordAudit } from '../../audit/audit-chain.ts'
import type { Bank } from '../../bank.ts'
import type { Actor } from '../../call.ts'
import { inTransaction } from '../../postgres/transaction.ts'
import { Refusal } from '../../refusal.ts'
import { confirmationRequired, hasProof, isConfirmedRecently } from '../../sessions/confirmation-proof.ts'
import { mayAdminister } from '../../sessions/session.ts'

type Request = { readonly bank: Bank; readonly path: string; readonly now: Date }

/**
 * Returns the caller if the audience includes them, or throws: `signed_out`, `secrets_temporary`, `confirm_required`,
 * `forbidden`, `administrator_deactivated` or `passcode_required`.
 */
export async function admitCaller(
  audience: Audience,
  actor: Actor | null,
  request: Request,
): Promise<Actor | null> {
  if (!audience.signedIn) return actor
  if (actor === null) throw new Refusal('signed_out')
  const acceptsTemporarySecrets = audience.role === 'customer' && audience.withTemporarySecrets
  // The only check of temporary secrets, so that a new endpoint refuses them by default.
  if (actor.temporarySecrets && !acceptsTemporarySecrets) throw new Refusal('secrets_temporary')
  if (audience.role === 'administrator') await requireAdministrator(audience.elevated, actor, request)
  else if (audience.confirmed) await requireConfirmation(audience.confirmed, actor, request)
  return actor
}

async function requireConfirmation(
  confirmed: 'recently' | 'this change',
  actor: Actor,
  { bank, now }: Request,
): Promise<void> {
  // The use case of `this change` uses the proof up (`consumeProof`).
  const isConfirmed = confirmed === 'recently' ? isConfirmedRecently(actor, now) : hasProof(actor, now)
  if (!isConfirmed) throw await confirmationRequired(bank.db, actor.userId)
}

// As long as a confirmation of a customer counts.
const recentMilliseconds = 10 * 60_000

/** An account that was never activated does not prevent administration; a deactivated one does (departure 20). */
async function requireAdministrator(
  elevated: true | 'recently' | undefined,
  actor: Actor,
  request: Request,
): Promise<void> {
  if (!mayAdminister(actor)) {
    const reason = actor.role === 'administrator' ? 'administrator_deactivated' : 'forbidden'
    await recordRefusedAdministration(actor.userId, request)
    throw new Refusal(reason)
  }
  if (elevated && actor.elevatedUntil === null) throw new Refusal('passcode_required')
  const sinceElevation = request.now.getTime() - (actor.elevatedAt?.getTime() ?? 0)
  if (elevated === 'recently' && sinceElevation > recentMilliseconds) throw new Refusal('passcode_required')
}

async function recordRefusedAdministration(actorId: string, { bank, path, now }: Request): Promise<void> {
  const event = { actorId, action: 'administration_refused', target: null, details: { path }, now }
  await inTransaction(bank.db, (connection) => recordAudit(connection, event))
}
