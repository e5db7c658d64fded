import { isWaitingAct } from '../admin/approvals/waiting-act.ts'

/** The texts of toasts and lists for administrators, the specification's (§8) where it has one. */
export const staffTexts = {
  passcode: { busy: 'Updating passcode...', done: 'Passcode updated successfully', isSpecified: true },
  status: {
    busy: 'Updating status...',
    done: 'Status updated successfully',
    failed: 'Failed to update status',
    isSpecified: true,
  },
  fund: {
    busy: 'Funding account...',
    done: 'Account funded successfully',
    failed: 'Failed to fund account',
    isSpecified: true,
  },
  takeBack: {
    busy: 'Taking back...',
    done: 'Funding taken back',
    failed: 'Failed to take the funding back',
  },
  approve: { busy: 'Approving...', done: 'Approved', failed: 'Not approved' },
  decline: { busy: 'Declining...', done: 'Declined', failed: 'Not declined' },
  creditDispute: { busy: 'Crediting...', done: 'Customer credited', failed: 'The customer was not credited' },
  endDispute: { busy: 'Ending...', done: 'Dispute ended', failed: 'The dispute was not ended' },
  collect: { busy: 'Collecting...', done: 'Collected', failed: 'Nothing was collected' },
  setLimits: { busy: 'Setting limits...', done: 'Limits set', failed: 'The limits were not set' },
  hold: { busy: 'Holding...', done: 'Amount held', failed: 'Failed to hold the amount' },
  liftHold: { busy: 'Lifting...', done: 'Hold lifted', failed: 'Failed to lift the hold' },
  makeAdmin: { done: 'Admin made successfully', failed: 'Failed to make admin' },
  giveRole: { busy: 'Giving the role...', done: 'Role given', failed: 'The role was not given' },
  takeRole: { done: 'Role taken', failed: 'The role was not taken' },
  correctProfile: {
    busy: 'Saving...',
    done: 'Details corrected successfully',
    waits: 'The new email waits for the approval of a second person',
    failed: 'Failed to correct details',
  },
  activate: { done: 'Account activated successfully', failed: 'Failed to activate account' },
  deactivate: { done: 'Account deactivated successfully', failed: 'Failed to deactivate account' },
  declineActivation: { done: 'Activation declined', failed: 'The activation was not declined' },
  reopen: { done: 'Account reopened', failed: 'The account was not reopened' },
  resetTwoFactor: {
    done: 'Two-factor authentication reset',
    failed: 'Two-factor authentication was not reset',
  },
  checkBooks: { failed: 'The check was not begun' },
  closeMessage: { done: 'Message closed', failed: 'The message was not closed' },
  sendAnswer: { done: 'Answer queued', failed: 'The answer was not sent' },
  noteOnMessage: { done: 'Note added', failed: 'The note was not added' },
  takeMessage: { done: 'The message is yours', failed: 'The message was not taken' },
  releaseMessage: { done: 'The message has no owner', failed: 'The message was not given back' },
  reopenMessage: { done: 'Message reopened', failed: 'The message was not reopened' },
} as const

export const waitsText = 'Waits for the approval of a second person'

/** What a toast says after an act: that it is done, or that it waits for a second person. */
export function doneText(
  answer: unknown,
  { done, waits = waitsText }: { readonly done: string; readonly waits?: string },
): string {
  return isWaitingAct(answer) ? waits : done
}
