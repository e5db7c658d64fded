import type { Audience } from '@bank/contract/audience'

/** Who may call an endpoint, in words for the API reference: "customer, password confirmed within 10 minutes". */
export function audienceText(audience: Audience): string {
  if (!audience.signedIn) return 'anyone'
  const conditions: string[] = []
  if ('may' in audience) {
    if (audience.elevated === true) conditions.push('passcode entered')
    if (audience.elevated === 'recently') conditions.push('passcode entered within 10 minutes')
  } else {
    if (audience.confirmed === 'recently') conditions.push('logged in or confirmed within 10 minutes')
    if (audience.confirmed === 'this change') conditions.push('this change confirmed within 5 minutes')
    if (audience.withTemporarySecrets) conditions.push('temporary password or PIN accepted')
    if (audience.withoutSecondFactor) conditions.push('also before required two-factor is set up')
  }
  const who = 'may' in audience ? `staff (${audience.may})` : audience.role
  return [who, ...conditions].join(', ')
}
