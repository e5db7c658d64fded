import { type OwnBank, openOwnBank } from '@bank/e2e/own-bank'

/** Opens a separate bank with the demo people, and makes it the one that `goTo` and `cookiesOf` use. */
export async function openDemoBank(): Promise<OwnBank> {
  const bank = await openOwnBank()
  Object.assign(process.env, { BANK_URL: bank.address, BANK_DATA: bank.data })
  return bank
}
