import type { IdentityView } from '@bank/contract/gateway/identity/view'
import { writeId } from './ids.ts'
import { momentOf } from './json-values.ts'

type Person = Pick<IdentityView, 'id' | 'name' | 'email' | 'createdAt'>

/** The hosted backend's User. */
export function hostedUser(
  person: Person & Partial<Pick<IdentityView, 'phone' | 'role' | 'passwordSetAt' | 'isTwoFactorOn'>>,
  now: Date,
) {
  const {
    id,
    name,
    email,
    phone = '',
    role,
    createdAt,
    passwordSetAt = createdAt,
    isTwoFactorOn = false,
  } = person
  return {
    $id: writeId(id),
    $createdAt: momentOf(createdAt),
    $updatedAt: momentOf(passwordSetAt),
    name,
    registration: momentOf(createdAt),
    status: true,
    labels: role === 'administrator' ? ['admin'] : [],
    passwordUpdate: momentOf(passwordSetAt),
    email,
    phone,
    emailVerification: false,
    phoneVerification: false,
    mfa: isTwoFactorOn,
    prefs: {},
    targets: [],
    accessedAt: momentOf(now),
  }
}

/** The hosted backend's Session. What the bank does not tell is an empty string. */
export function hostedSession({
  id: userId,
  email,
  session: { id, signedInAt, lastSeenAt, endsAt },
}: Pick<IdentityView, 'id' | 'email' | 'session'>) {
  return {
    ...unsaid,
    $id: id,
    $createdAt: momentOf(signedInAt),
    $updatedAt: momentOf(lastSeenAt),
    userId: writeId(userId),
    expire: momentOf(endsAt),
    provider: 'email',
    providerUid: email,
    current: true,
    factors: ['password'],
  }
}

const unsaid = {
  providerAccessToken: '',
  providerAccessTokenExpiry: '',
  providerRefreshToken: '',
  ip: '',
  osCode: '',
  osName: '',
  osVersion: '',
  clientType: '',
  clientCode: '',
  clientName: '',
  clientVersion: '',
  clientEngine: '',
  clientEngineVersion: '',
  deviceName: '',
  deviceBrand: '',
  deviceModel: '',
  countryCode: '',
  countryName: '',
  secret: '',
  mfaUpdatedAt: '',
} as const
