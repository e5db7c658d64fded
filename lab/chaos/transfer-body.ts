import type { TransferIntent } from './records.ts'

/** A transfer as a browser sends it. */
export function transferBody({ key, to, isInside, amount }: TransferIntent, pin: string) {
  return {
    transactionId: key,
    account_name: 'Dora Example',
    account_number: to,
    bank_name: isInside ? 'Truepenny' : 'Northern Savings',
    bank_address: '1 Harbour Street, Bergen',
    swift_code: 'NOSANOKK',
    routing_number: '021000021',
    amount,
    transaction_pin: pin,
  }
}
