/** A transfer to another bank, as a browser sends it, without its id and PIN. */
export const transferForm = {
  account_name: 'Dora Example',
  account_number: '4820917365',
  bank_name: 'Northern Savings',
  bank_address: '1 Harbour Street, Bergen',
  swift_code: 'NOSANOKK',
  routing_number: '021000021',
  amount: '1.25',
} as const
