import type { Verb } from '../call.ts'
import { findRecoveryProof } from './pin-recovery-proof.ts'

/** How the caller can choose a new PIN after forgetting theirs. */
export const readPinRecovery: Verb<'readPinRecovery'> = ({ bank, actor: { userId }, now }) =>
  findRecoveryProof(bank.db, bank.config, { userId, now })
