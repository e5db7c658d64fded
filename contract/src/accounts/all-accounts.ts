/** What stands in place of an account's number where a page or a request is about all accounts of the customer together. */
export const allAccounts = 'all'
