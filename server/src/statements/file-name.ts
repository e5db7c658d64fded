/** The name of a file about an account: the bank, the end of the account's number, and what the file is. */
export function accountFileName(bankName: string, accountNumber: string, what: string): string {
  const bank = bankName
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
  return [bank, accountNumber.slice(-4), what].filter(Boolean).join('-')
}
