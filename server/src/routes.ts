import { endpoints } from '@bank/contract/endpoints'
import { makeAdministrator } from './admin/administrators/make-administrator.ts'
import { removeAdministrator } from './admin/administrators/remove-administrator.ts'
import { changePasscode } from './admin/passcode/change-passcode.ts'
import { enterPasscode } from './admin/passcode/enter-passcode.ts'
import { readPasscodeChange } from './admin/passcode/read-passcode-change.ts'
import { fundAccount } from './admin/transactions/fund-account.ts'
import { listUserTransactions } from './admin/transactions/list-user-transactions.ts'
import { setTransactionStatus } from './admin/transactions/set-transaction-status.ts'
import { activateAccount, deactivateAccount } from './admin/users/activate-account.ts'
import { correctProfile } from './admin/users/correct-profile.ts'
import { createUser } from './admin/users/create-user.ts'
import { listUsers } from './admin/users/list-users.ts'
import { readUser } from './admin/users/read-user.ts'
import { downloadAuditLog } from './audit/download-audit-log.ts'
import { listAuditEvents } from './audit/list-audit-events.ts'
import { listBeneficiaries } from './beneficiaries/list-beneficiaries.ts'
import { removeBeneficiary } from './beneficiaries/remove-beneficiary.ts'
import { renameBeneficiary } from './beneficiaries/rename-beneficiary.ts'
import { saveBeneficiary } from './beneficiaries/save-beneficiary.ts'
import { listCountries } from './countries/list-countries.ts'
import { readCountry } from './countries/read-country.ts'
import { confirmEmail } from './email-changes/confirm-email.ts'
import {
  administrator,
  anyone,
  confirmedCustomer,
  confirmedNewCustomer,
  customer,
  elevatedAdministrator,
  freshlyElevatedAdministrator,
  newCustomer,
  provenCustomer,
  provenNewCustomer,
} from './http/api/callers.ts'
import { route } from './http/api/route.ts'
import { readMailNotices } from './mail-notices/read-mail-notices.ts'
import { setMailNotice } from './mail-notices/set-mail-notice.ts'
import { listOutgoingMail } from './outbox/list-outgoing-mail.ts'
import { requestPasswordReset } from './password-resets/request-password-reset.ts'
import { resetPassword } from './password-resets/reset-password.ts'
import { sendResetLink } from './password-resets/send-reset-link.ts'
import { changePin } from './pins/change-pin.ts'
import { readPin } from './pins/read-pin.ts'
import { setFirstPin } from './pins/set-first-pin.ts'
import { changeProfile } from './profile/change-profile.ts'
import { readAvatar } from './profile/read-avatar.ts'
import { readMe } from './profile/read-me.ts'
import { removeAvatar } from './profile/remove-avatar.ts'
import { setAvatar } from './profile/set-avatar.ts'
import { register } from './registration/register.ts'
import { checkSession, extendSession } from './sessions/check-session.ts'
import { confirmSession } from './sessions/confirm-session.ts'
import { endOtherSessions, endOwnSession } from './sessions/end-own-session.ts'
import { listDemoPeople } from './sessions/list-demo-people.ts'
import { listSessions } from './sessions/list-sessions.ts'
import { signIn, signOut } from './sessions/sign-in.ts'
import { signInWithCode, signInWithRecoveryCode } from './sessions/sign-in-with-code.ts'
import { signOutUser } from './sessions/sign-out-user.ts'
import { changePassword } from './settings/change-password.ts'
import { downloadCsv } from './statements/download-csv.ts'
import { downloadOfx } from './statements/download-ofx.ts'
import { downloadPdf } from './statements/download-pdf.ts'
import { readStatement } from './statements/read-statement.ts'
import { listSupportMessages } from './support/list-support-messages.ts'
import { writeToSupport } from './support/write-to-support.ts'
import { downloadHistory } from './transactions/download-history.ts'
import { downloadReceipt } from './transactions/download-receipt.ts'
import { listDailyFlows, listMonthlyFlows } from './transactions/list-flows.ts'
import { listTransactions } from './transactions/list-transactions.ts'
import { readTransaction } from './transactions/read-transaction.ts'
import { writeNote } from './transactions/write-note.ts'
import { sendTransfer } from './transfers/send-transfer.ts'
import { beginTwoFactor } from './two-factor/begin-two-factor.ts'
import { makeRecoveryCodes } from './two-factor/make-recovery-codes.ts'
import { readTwoFactor } from './two-factor/read-two-factor.ts'
import { turnOffTwoFactor } from './two-factor/turn-off-two-factor.ts'
import { turnOnTwoFactor } from './two-factor/turn-on-two-factor.ts'

/** The whole bank on one page: what can be asked, who may ask it, and what is done then. */
export const routes = [
  route(endpoints.register, anyone, register),
  route(endpoints.signIn, anyone, signIn),
  route(endpoints.signInWithCode, anyone, signInWithCode),
  route(endpoints.signInWithRecoveryCode, anyone, signInWithRecoveryCode),
  route(endpoints.checkSession, anyone, checkSession),
  route(endpoints.signOut, anyone, signOut),
  route(endpoints.askPasswordReset, anyone, requestPasswordReset),
  route(endpoints.resetPassword, anyone, resetPassword),
  route(endpoints.confirmEmail, anyone, confirmEmail),
  route(endpoints.listDemoPeople, anyone, listDemoPeople),
  route(endpoints.writeToSupport, anyone, writeToSupport),
  route(endpoints.listCountries, anyone, listCountries),
  route(endpoints.readCountry, anyone, readCountry),

  route(endpoints.extendSession, newCustomer, extendSession),
  route(endpoints.confirmSession, newCustomer, confirmSession),
  route(endpoints.listSessions, customer, listSessions),
  route(endpoints.readPin, newCustomer, readPin),
  route(endpoints.readTwoFactor, customer, readTwoFactor),
  route(endpoints.readMailNotices, customer, readMailNotices),
  route(endpoints.setMailNotice, customer, setMailNotice),
  route(endpoints.readMe, customer, readMe),
  route(endpoints.setAvatar, customer, setAvatar),
  route(endpoints.removeAvatar, customer, removeAvatar),
  route(endpoints.readAvatar, customer, readAvatar),
  route(endpoints.sendTransfer, customer, sendTransfer),
  route(endpoints.listBeneficiaries, customer, listBeneficiaries),
  route(endpoints.saveBeneficiary, customer, saveBeneficiary),
  route(endpoints.renameBeneficiary, customer, renameBeneficiary),
  route(endpoints.removeBeneficiary, customer, removeBeneficiary),
  route(endpoints.listTransactions, customer, listTransactions),
  route(endpoints.listMonthlyFlows, customer, listMonthlyFlows),
  route(endpoints.listDailyFlows, customer, listDailyFlows),
  route(endpoints.downloadHistory, customer, downloadHistory),
  route(endpoints.downloadReceipt, customer, downloadReceipt),
  route(endpoints.readTransaction, customer, readTransaction),
  route(endpoints.writeNote, customer, writeNote),
  route(endpoints.readStatement, customer, readStatement),
  route(endpoints.downloadStatementCsv, customer, downloadCsv),
  route(endpoints.downloadStatementPdf, customer, downloadPdf),
  route(endpoints.downloadStatementOfx, customer, downloadOfx),

  route(endpoints.endOtherSessions, confirmedCustomer, endOtherSessions),
  route(endpoints.endOwnSession, confirmedCustomer, endOwnSession),
  route(endpoints.changeProfile, confirmedCustomer, changeProfile),
  route(endpoints.changePin, confirmedNewCustomer, changePin),
  route(endpoints.setPin, confirmedNewCustomer, setFirstPin),
  route(endpoints.beginTwoFactor, confirmedCustomer, beginTwoFactor),
  route(endpoints.turnOnTwoFactor, confirmedCustomer, turnOnTwoFactor),

  route(endpoints.changePassword, provenNewCustomer, changePassword),
  route(endpoints.turnOffTwoFactor, provenCustomer, turnOffTwoFactor),
  route(endpoints.makeRecoveryCodes, provenCustomer, makeRecoveryCodes),

  route(endpoints.enterPasscode, administrator, enterPasscode),

  route(endpoints.listUsers, elevatedAdministrator, listUsers),
  route(endpoints.createUser, elevatedAdministrator, createUser),
  route(endpoints.readUser, elevatedAdministrator, readUser),
  route(endpoints.listUserTransactions, elevatedAdministrator, listUserTransactions),
  route(endpoints.correctProfile, elevatedAdministrator, correctProfile),
  route(endpoints.makeAdministrator, elevatedAdministrator, makeAdministrator),
  route(endpoints.removeAdministrator, elevatedAdministrator, removeAdministrator),
  route(endpoints.listSupportMessages, elevatedAdministrator, listSupportMessages),
  route(endpoints.listOutgoingMail, elevatedAdministrator, listOutgoingMail),
  route(endpoints.sendResetLink, elevatedAdministrator, sendResetLink),
  route(endpoints.signOutUser, elevatedAdministrator, signOutUser),
  route(endpoints.activateAccount, elevatedAdministrator, activateAccount),
  route(endpoints.deactivateAccount, elevatedAdministrator, deactivateAccount),
  route(endpoints.fundAccount, elevatedAdministrator, fundAccount),
  route(endpoints.setTransactionStatus, elevatedAdministrator, setTransactionStatus),
  route(endpoints.readPasscodeChange, elevatedAdministrator, readPasscodeChange),

  route(endpoints.changePasscode, freshlyElevatedAdministrator, changePasscode),
  route(endpoints.listAuditEvents, elevatedAdministrator, listAuditEvents),
  route(endpoints.downloadAuditLog, elevatedAdministrator, downloadAuditLog),
]
