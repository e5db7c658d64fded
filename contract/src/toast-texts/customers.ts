/** The texts of toasts and lists of a customer’s accounts and payments, the specification's (§8) where it has one. */
export const customerTexts = {
  transfer: { busy: 'Transferring funds...', done: 'Funds transfer request sent' },
  transactions: { none: 'No transactions found!', failed: 'Error fetching transactions' },
  account: { inactive: 'Account is not active', preparing: 'Preparing your account' },
  accountNumberCopied: 'Account number copied to clipboard',
} as const
