import type { Audience } from '@bank/contract/audience'
import { hasRight, type Right } from '@bank/contract/roles/rights'
import { recordAuditOnce } from '../../audit/repeated-events.ts'
import type { Bank } from '../../bank.ts'
import type { Actor, StaffActor } from '../../call.ts'
import { Refusal } from '../../refusal.ts'
import {
  confirmationRequired,
  hasProof,
  isConfirmedRecently,
  revokeProofs,
} from '../../sessions/confirmation-proof.ts'
import { mayUse } from '../../sessions/session.ts'

type Request = { readonly bank: Bank; readonly path: string; readonly now: Date }

/**
 * Returns the caller if the audience includes them, or throws: `signed_out`, `secrets_temporary`, `second_factor_required`,
 * `confirm_required`, `forbidden`, `administrator_deactivated` or `passcode_required`.
 */
export async function admitCaller(
  audience: Audience,
  actor: Actor | null,
  request: Request,
): Promise<Actor | null> {
  if (!audience.signedIn) return actor
  if (actor === null) throw new Refusal('signed_out')
  refuseUnfinished(audience, actor)
  if ('may' in audience) {
    await requireRight(audience, actor, request)
    const staff: StaffActor = { ...actor, may: audience.may }
    return staff
  }
  if (audience.confirmed) await requireConfirmation(audience.confirmed, actor, request)
  return actor
}

/**
 * The only check of temporary secrets and of a second factor that has yet to be set up, so that a new endpoint refuses both by
 * default. The secrets come first: until they are replaced, others know them.
 */
function refuseUnfinished(audience: Audience & { signedIn: true }, actor: Actor): void {
  const accepted = 'may' in audience ? undefined : audience
  if (actor.temporarySecrets) {
    if (!accepted?.withTemporarySecrets) throw new Refusal('secrets_temporary')
  } else if (actor.lacksSecondFactor && !accepted?.withoutSecondFactor) {
    throw new Refusal('second_factor_required')
  }
}

async function requireConfirmation(
  confirmed: 'recently' | 'this change',
  actor: Actor,
  { bank, now }: Request,
): Promise<void> {
  // The use case of `this change` uses the proof up (`consumeProof`).
  const isConfirmed = confirmed === 'recently' ? isConfirmedRecently(actor, now) : hasProof(actor, now)
  if (!isConfirmed) throw await confirmationRequired(bank.db, actor.userId)
  // What was confirmed for this change confirms no later one that always asks.
  if (confirmed === 'recently' && hasProof(actor, now)) await revokeProofs(bank.db, actor.userId)
}

// As long as a confirmation of a customer counts.
const recentMilliseconds = 10 * 60_000

/** An account that was never activated does not prevent administration; a deactivated one does (departure 20). */
async function requireRight(
  { may, elevated }: Extract<Audience, { may: Right }>,
  actor: Actor,
  request: Request,
): Promise<void> {
  if (!mayUse(actor, may)) {
    const reason = hasRight(actor.role, may) ? 'administrator_deactivated' : 'forbidden'
    await recordAuditOnce(request.bank.db, {
      actorId: actor.userId,
      action: 'administration_refused',
      target: null,
      details: { path: request.path },
      now: request.now,
    })
    throw new Refusal(reason)
  }
  if (elevated && actor.elevatedUntil === null) throw new Refusal('passcode_required')
  const sinceElevation = request.now.getTime() - (actor.elevatedAt?.getTime() ?? 0)
  if (elevated === 'recently' && sinceElevation > recentMilliseconds) throw new Refusal('passcode_required')
}
