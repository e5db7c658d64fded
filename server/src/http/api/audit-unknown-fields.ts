import { recordAuditOnce } from '../../audit/repeated-events.ts'
import type { Bank } from '../../bank.ts'
import type { Actor } from '../../call.ts'
import { Refusal } from '../../refusal.ts'

/**
 * Audits that a signed-in user has sent fields that the form does not have, such as a balance or a role: the bank's own
 * pages never do. Records their number and the path, not their names.
 */
export async function recordUnknownFields(
  bank: Bank,
  error: unknown,
  { actor, path, now }: { actor: Actor | null; path: string; now: Date },
): Promise<void> {
  const unknownFields = error instanceof Refusal ? (error.facts.unknownFields ?? 0) : 0
  if (actor === null || unknownFields === 0) return
  await recordAuditOnce(bank.db, {
    actorId: actor.userId,
    action: 'form_refused',
    target: null,
    details: { path, unknownFields },
    now,
  })
}
