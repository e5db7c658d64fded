import { endpoints } from '@bank/contract/endpoints'
import { listAccounts } from './accounts/list-accounts.ts'
import { openAccount, openAccountOfUser } from './accounts/open-account.ts'
import { renameAccount } from './accounts/rename-account.ts'
import { giveRole } from './admin/administrators/give-role.ts'
import { listStaff } from './admin/administrators/list-staff.ts'
import { takeRole } from './admin/administrators/take-role.ts'
import { approveAct } from './admin/approvals/approve-act.ts'
import { declineAct } from './admin/approvals/decline-act.ts'
import { listApprovals } from './admin/approvals/list-approvals.ts'
import { collectOwed } from './admin/disputes/collect-owed.ts'
import { creditDispute } from './admin/disputes/credit-dispute.ts'
import { endDispute } from './admin/disputes/end-dispute.ts'
import { listOwedDisputes } from './admin/disputes/list-owed-disputes.ts'
import { readDispute } from './admin/disputes/read-dispute.ts'
import { liftHold } from './admin/holds/lift-hold.ts'
import { listHolds } from './admin/holds/list-holds.ts'
import { placeHold } from './admin/holds/place-hold.ts'
import { listCustomerLimits } from './admin/limits/list-customer-limits.ts'
import { setCustomerLimits } from './admin/limits/set-customer-limits.ts'
import { countWaiting } from './admin/overview/count-waiting.ts'
import { readOverview } from './admin/overview/read-overview.ts'
import { readSystem } from './admin/overview/read-system.ts'
import { changePasscode } from './admin/passcode/change-passcode.ts'
import { enterPasscode } from './admin/passcode/enter-passcode.ts'
import { readPasscodeChange } from './admin/passcode/read-passcode-change.ts'
import { checkBooksNow } from './admin/position/check-books-now.ts'
import { downloadMoneyPosition } from './admin/position/download-money-position.ts'
import { readCheckRun } from './admin/position/read-check-run.ts'
import { readMoneyPosition } from './admin/position/read-money-position.ts'
import { searchBank } from './admin/search/search-bank.ts'
import { listUserTimeline } from './admin/timeline/list-user-timeline.ts'
import { writeUserNote } from './admin/timeline/write-user-note.ts'
import { downloadAllTransactions } from './admin/transactions/download-all-transactions.ts'
import { fundAccount } from './admin/transactions/fund-account.ts'
import { listAllTransactions } from './admin/transactions/list-all-transactions.ts'
import { listUserTransactions } from './admin/transactions/list-user-transactions.ts'
import { previewStatus } from './admin/transactions/preview-status.ts'
import { setTransactionStatus } from './admin/transactions/set-transaction-status.ts'
import { setTransactionStatuses } from './admin/transactions/set-transaction-statuses.ts'
import { takeBackFunding } from './admin/transactions/take-back-funding.ts'
import { resetTwoFactorOfUser } from './admin/two-factor/reset-two-factor.ts'
import {
  activateAccount,
  deactivateAccount,
  declineActivation,
  setActivations,
} from './admin/users/activate-account.ts'
import { confirmEmailOfUser } from './admin/users/confirm-email-of-user.ts'
import { correctProfile } from './admin/users/correct-profile.ts'
import { createUser } from './admin/users/create-user.ts'
import { downloadUsers } from './admin/users/download-users.ts'
import { listUsers } from './admin/users/list-users.ts'
import { readUser } from './admin/users/read-user.ts'
import { reopenAccount } from './admin/users/reopen-account.ts'
import { downloadAuditLog } from './audit/download-audit-log.ts'
import { listAuditEvents } from './audit/list-audit-events.ts'
import { listOwnEvents } from './audit/list-own-events.ts'
import { listSecurityEvents } from './audit/list-security-events.ts'
import { listBeneficiaries } from './beneficiaries/list-beneficiaries.ts'
import { listRecentBeneficiaries } from './beneficiaries/list-recent-beneficiaries.ts'
import { removeBeneficiary } from './beneficiaries/remove-beneficiary.ts'
import { renameBeneficiary } from './beneficiaries/rename-beneficiary.ts'
import { saveBeneficiary } from './beneficiaries/save-beneficiary.ts'
import { closeAccount, closeAccountOfUser } from './closing/close-account.ts'
import { listCountries } from './countries/list-countries.ts'
import { readCountry } from './countries/read-country.ts'
import { openDispute, openDisputeOfUser } from './disputes/open-dispute.ts'
import { changeEmail } from './email-changes/change-email.ts'
import { confirmCorrectedEmail } from './email-changes/confirm-corrected-email.ts'
import { confirmOwnEmail } from './email-changes/confirm-own-email.ts'
import { readEmail } from './email-changes/read-email.ts'
import { requestEmailChange } from './email-changes/request-email-change.ts'
import { restoreEmail } from './email-changes/restore-email.ts'
import { sendConfirmationLink } from './email-changes/send-confirmation-link.ts'
import { freeze, thaw } from './freeze/freeze.ts'
import { listGuards, listGuardsOfUser } from './guards/list-guards.ts'
import { setGuard } from './guards/set-guard.ts'
import { route } from './http/api/route.ts'
import { readMailNotices } from './mail-notices/read-mail-notices.ts'
import { setMailNotice } from './mail-notices/set-mail-notice.ts'
import { listOutgoingMail } from './outbox/list-outgoing-mail.ts'
import { sendOwnTransfer } from './own-transfers/send-own-transfer.ts'
import { requestPasswordReset } from './password-resets/request-password-reset.ts'
import { resetPassword } from './password-resets/reset-password.ts'
import { sendResetLink } from './password-resets/send-reset-link.ts'
import { changePin } from './pins/change-pin.ts'
import { offerPinRecovery } from './pins/offer-pin-recovery.ts'
import { readPin } from './pins/read-pin.ts'
import { readPinRecovery } from './pins/read-pin-recovery.ts'
import { recoverPin } from './pins/recover-pin.ts'
import { requestPinLink } from './pins/request-pin-link.ts'
import { setFirstPin } from './pins/set-first-pin.ts'
import { unlockPin } from './pins/unlock-pin.ts'
import { changePot } from './pots/change-pot.ts'
import { closePot } from './pots/close-pot.ts'
import { listPots, listPotsOfUser } from './pots/list-pots.ts'
import { moveIntoPot } from './pots/move-into-pot.ts'
import { moveOutOfPot } from './pots/move-out-of-pot.ts'
import { openPot } from './pots/open-pot.ts'
import { turnOffRoundUp, turnOnRoundUp } from './pots/turn-on-round-up.ts'
import { changeProfile } from './profile/change-profile.ts'
import { readAvatar } from './profile/read-avatar.ts'
import { readMe } from './profile/read-me.ts'
import { removeAvatar } from './profile/remove-avatar.ts'
import { setAvatar } from './profile/set-avatar.ts'
import { register } from './registration/register.ts'
import { changeOwnSchedule } from './schedules/change-own-schedule.ts'
import { changeSchedule } from './schedules/change-schedule.ts'
import { createOwnSchedule } from './schedules/create-own-schedule.ts'
import { createSchedule } from './schedules/create-schedule.ts'
import { listSchedules } from './schedules/list-schedules.ts'
import { listUpcoming } from './schedules/list-upcoming.ts'
import { setScheduleState } from './schedules/set-schedule-state.ts'
import { skipRun } from './schedules/skip-run.ts'
import { checkSession, extendSession } from './sessions/check-session.ts'
import { confirmSession } from './sessions/confirm-session.ts'
import { endOtherSessions, endOwnSession } from './sessions/end-own-session.ts'
import { listDemoPeople } from './sessions/list-demo-people.ts'
import { listSessions } from './sessions/list-sessions.ts'
import { signIn, signOut } from './sessions/sign-in.ts'
import { signInWithCode, signInWithRecoveryCode } from './sessions/sign-in-with-code.ts'
import { signOutUser } from './sessions/sign-out-user.ts'
import { changePassword } from './settings/change-password.ts'
import { downloadCsv, downloadCsvOfUser } from './statements/download-csv.ts'
import { downloadOfx } from './statements/download-ofx.ts'
import { downloadPdf, downloadPdfOfUser } from './statements/download-pdf.ts'
import { listDailyBalances } from './statements/list-daily-balances.ts'
import { readStatement } from './statements/read-statement.ts'
import { answerCase } from './support/answer-case.ts'
import { attachFile, attachOwnFile } from './support/attach-file.ts'
import { closeCase, reopenCase } from './support/close-case.ts'
import { listCases } from './support/list-cases.ts'
import { listOwnCases } from './support/list-own-cases.ts'
import { readCase } from './support/read-case.ts'
import { readCaseFile } from './support/read-case-file.ts'
import { replyToSupport } from './support/reply-to-support.ts'
import { releaseCase, takeCase } from './support/take-case.ts'
import { writeCaseNote } from './support/write-case-note.ts'
import { writeToSupport } from './support/write-to-support.ts'
import { downloadHistory } from './transactions/download-history.ts'
import { downloadReceipt, downloadReceiptOfUser } from './transactions/download-receipt.ts'
import { listDailyFlows, listMonthlyFlows } from './transactions/list-flows.ts'
import { listTransactions } from './transactions/list-transactions.ts'
import { readTransaction } from './transactions/read-transaction.ts'
import { sumTransactions } from './transactions/sum-transactions.ts'
import { writeNote } from './transactions/write-note.ts'
import { checkPayee } from './transfers/check-payee.ts'
import { sendTransfer } from './transfers/send-transfer.ts'
import { setUndoTime } from './transfers/set-undo-time.ts'
import { takeBackTransfer } from './transfers/take-back-transfer.ts'
import { beginTwoFactor } from './two-factor/begin-two-factor.ts'
import { makeRecoveryCodes } from './two-factor/make-recovery-codes.ts'
import { readTwoFactor } from './two-factor/read-two-factor.ts'
import { turnOffTwoFactor } from './two-factor/turn-off-two-factor.ts'
import { turnOnTwoFactor } from './two-factor/turn-on-two-factor.ts'

/**
 * Every endpoint with the use case that answers it, in groups by who may call. The audience stands on the endpoint's row in
 * `contract`; `routes.test.ts` proves for each route who is admitted and that the groups are true.
 */
export const routes = [
  // Anyone.
  route(endpoints.register, register),
  route(endpoints.signIn, signIn),
  route(endpoints.signInWithCode, signInWithCode),
  route(endpoints.signInWithRecoveryCode, signInWithRecoveryCode),
  route(endpoints.checkSession, checkSession),
  route(endpoints.signOut, signOut),
  route(endpoints.requestPasswordReset, requestPasswordReset),
  route(endpoints.resetPassword, resetPassword),
  route(endpoints.confirmCorrectedEmail, confirmCorrectedEmail),
  route(endpoints.restoreEmail, restoreEmail),
  route(endpoints.listDemoPeople, listDemoPeople),
  route(endpoints.writeToSupport, writeToSupport),
  route(endpoints.listCountries, listCountries),
  route(endpoints.readCountry, readCountry),

  // Customers.
  route(endpoints.listSessions, listSessions),
  route(endpoints.listOwnEvents, listOwnEvents),
  route(endpoints.readMailNotices, readMailNotices),
  route(endpoints.setMailNotice, setMailNotice),
  route(endpoints.readMe, readMe),
  route(endpoints.readEmail, readEmail),
  route(endpoints.sendConfirmationLink, sendConfirmationLink),
  route(endpoints.confirmOwnEmail, confirmOwnEmail),
  route(endpoints.changeEmail, changeEmail),
  route(endpoints.setAvatar, setAvatar),
  route(endpoints.removeAvatar, removeAvatar),
  route(endpoints.readAvatar, readAvatar),
  route(endpoints.listAccounts, listAccounts),
  route(endpoints.openAccount, openAccount),
  route(endpoints.renameAccount, renameAccount),
  route(endpoints.checkPayee, checkPayee),
  route(endpoints.sendTransfer, sendTransfer),
  route(endpoints.takeBackTransfer, takeBackTransfer),
  route(endpoints.setUndoTime, setUndoTime),
  route(endpoints.sendOwnTransfer, sendOwnTransfer),
  route(endpoints.listSchedules, listSchedules),
  route(endpoints.listUpcoming, listUpcoming),
  route(endpoints.createSchedule, createSchedule),
  route(endpoints.changeSchedule, changeSchedule),
  route(endpoints.createOwnSchedule, createOwnSchedule),
  route(endpoints.changeOwnSchedule, changeOwnSchedule),
  route(endpoints.setScheduleState, setScheduleState),
  route(endpoints.skipRun, skipRun),
  route(endpoints.listGuards, listGuards),
  route(endpoints.setGuard, setGuard),
  route(endpoints.freeze, freeze),
  route(endpoints.readPinRecovery, readPinRecovery),
  route(endpoints.listPots, listPots),
  route(endpoints.openPot, openPot),
  route(endpoints.changePot, changePot),
  route(endpoints.closePot, closePot),
  route(endpoints.moveIntoPot, moveIntoPot),
  route(endpoints.moveOutOfPot, moveOutOfPot),
  route(endpoints.turnOnRoundUp, turnOnRoundUp),
  route(endpoints.turnOffRoundUp, turnOffRoundUp),
  route(endpoints.listBeneficiaries, listBeneficiaries),
  route(endpoints.listRecentBeneficiaries, listRecentBeneficiaries),
  route(endpoints.saveBeneficiary, saveBeneficiary),
  route(endpoints.renameBeneficiary, renameBeneficiary),
  route(endpoints.removeBeneficiary, removeBeneficiary),
  route(endpoints.listTransactions, listTransactions),
  route(endpoints.downloadHistory, downloadHistory),
  route(endpoints.sumTransactions, sumTransactions),
  route(endpoints.readTransaction, readTransaction),
  route(endpoints.openDispute, openDispute),
  route(endpoints.downloadReceipt, downloadReceipt),
  route(endpoints.writeNote, writeNote),
  route(endpoints.listOwnCases, listOwnCases),
  route(endpoints.replyToSupport, replyToSupport),
  route(endpoints.attachOwnFile, attachOwnFile),
  route(endpoints.readCaseFile, readCaseFile),
  route(endpoints.listMonthlyFlows, listMonthlyFlows),
  route(endpoints.listDailyFlows, listDailyFlows),
  route(endpoints.listDailyBalances, listDailyBalances),
  route(endpoints.readStatement, readStatement),
  route(endpoints.downloadStatementCsv, downloadCsv),
  route(endpoints.downloadStatementPdf, downloadPdf),
  route(endpoints.downloadStatementOfx, downloadOfx),

  // Customers, also with a temporary password or PIN.
  route(endpoints.readPin, readPin),

  // The same, also before the two-factor that the bank requires is set up.
  route(endpoints.extendSession, extendSession),
  route(endpoints.confirmSession, confirmSession),

  // Customers, also before the two-factor that the bank requires is set up.
  route(endpoints.readTwoFactor, readTwoFactor),

  // The same, for customers who confirmed this change.
  route(endpoints.beginTwoFactor, beginTwoFactor),
  route(endpoints.turnOnTwoFactor, turnOnTwoFactor),

  // Customers who signed in or confirmed recently.
  route(endpoints.endOtherSessions, endOtherSessions),
  route(endpoints.endOwnSession, endOwnSession),
  route(endpoints.changeProfile, changeProfile),
  route(endpoints.requestPinLink, requestPinLink),

  // The same, also with a temporary password or PIN.
  route(endpoints.changePin, changePin),
  route(endpoints.setPin, setFirstPin),

  // Customers who confirmed this change.
  route(endpoints.thaw, thaw),
  route(endpoints.requestEmailChange, requestEmailChange),
  route(endpoints.recoverPin, recoverPin),
  route(endpoints.closeAccount, closeAccount),
  route(endpoints.turnOffTwoFactor, turnOffTwoFactor),
  route(endpoints.makeRecoveryCodes, makeRecoveryCodes),

  // The same, also with a temporary password.
  route(endpoints.changePassword, changePassword),

  // Staff.
  route(endpoints.enterPasscode, enterPasscode),

  // Staff with the passcode entered.
  route(endpoints.readOverview, readOverview),
  route(endpoints.countWaiting, countWaiting),
  route(endpoints.readSystem, readSystem),
  route(endpoints.readMoneyPosition, readMoneyPosition),
  route(endpoints.downloadMoneyPosition, downloadMoneyPosition),
  route(endpoints.readCheckRun, readCheckRun),
  route(endpoints.checkBooksNow, checkBooksNow),
  route(endpoints.searchBank, searchBank),
  route(endpoints.listUsers, listUsers),
  route(endpoints.downloadUsers, downloadUsers),
  route(endpoints.createUser, createUser),
  route(endpoints.readUser, readUser),
  route(endpoints.listUserTimeline, listUserTimeline),
  route(endpoints.writeUserNote, writeUserNote),
  route(endpoints.closeAccountOfUser, closeAccountOfUser),
  route(endpoints.openAccountOfUser, openAccountOfUser),
  route(endpoints.reopenAccount, reopenAccount),
  route(endpoints.listAllTransactions, listAllTransactions),
  route(endpoints.downloadAllTransactions, downloadAllTransactions),
  route(endpoints.listUserTransactions, listUserTransactions),
  route(endpoints.listPotsOfUser, listPotsOfUser),
  route(endpoints.listGuardsOfUser, listGuardsOfUser),
  route(endpoints.downloadStatementCsvOfUser, downloadCsvOfUser),
  route(endpoints.downloadStatementPdfOfUser, downloadPdfOfUser),
  route(endpoints.downloadReceiptOfUser, downloadReceiptOfUser),
  route(endpoints.correctProfile, correctProfile),
  route(endpoints.listStaff, listStaff),
  route(endpoints.giveRole, giveRole),
  route(endpoints.takeRole, takeRole),
  route(endpoints.listApprovals, listApprovals),
  route(endpoints.approveAct, approveAct),
  route(endpoints.declineAct, declineAct),
  route(endpoints.listCases, listCases),
  route(endpoints.readCase, readCase),
  route(endpoints.closeCase, closeCase),
  route(endpoints.reopenCase, reopenCase),
  route(endpoints.takeCase, takeCase),
  route(endpoints.releaseCase, releaseCase),
  route(endpoints.answerCase, answerCase),
  route(endpoints.writeCaseNote, writeCaseNote),
  route(endpoints.attachFile, attachFile),
  route(endpoints.listOutgoingMail, listOutgoingMail),
  route(endpoints.confirmEmailOfUser, confirmEmailOfUser),
  route(endpoints.sendResetLink, sendResetLink),
  route(endpoints.offerPinRecovery, offerPinRecovery),
  route(endpoints.unlockPin, unlockPin),
  route(endpoints.resetTwoFactorOfUser, resetTwoFactorOfUser),
  route(endpoints.signOutUser, signOutUser),
  route(endpoints.activateAccount, activateAccount),
  route(endpoints.deactivateAccount, deactivateAccount),
  route(endpoints.declineActivation, declineActivation),
  route(endpoints.setActivations, setActivations),
  route(endpoints.fundAccount, fundAccount),
  route(endpoints.takeBackFunding, takeBackFunding),
  route(endpoints.openDisputeOfUser, openDisputeOfUser),
  route(endpoints.listOwedDisputes, listOwedDisputes),
  route(endpoints.collectOwed, collectOwed),
  route(endpoints.readDispute, readDispute),
  route(endpoints.creditDispute, creditDispute),
  route(endpoints.endDispute, endDispute),
  route(endpoints.listHolds, listHolds),
  route(endpoints.listCustomerLimits, listCustomerLimits),
  route(endpoints.setCustomerLimits, setCustomerLimits),
  route(endpoints.placeHold, placeHold),
  route(endpoints.liftHold, liftHold),
  route(endpoints.previewStatus, previewStatus),
  route(endpoints.setTransactionStatus, setTransactionStatus),
  route(endpoints.setTransactionStatuses, setTransactionStatuses),
  route(endpoints.readPasscodeChange, readPasscodeChange),
  route(endpoints.listAuditEvents, listAuditEvents),
  route(endpoints.downloadAuditLog, downloadAuditLog),
  route(endpoints.listSecurityEvents, listSecurityEvents),

  // Administrators with the passcode entered recently.
  route(endpoints.changePasscode, changePasscode),
]
