import { refusals } from '@bank/contract/errors'
import type { FastifyRequest } from 'fastify'
import type { Bank } from '../../bank.ts'
import { Refusal } from '../../refusal.ts'
import { networkOf } from './origin.ts'

/** Notes a refusal that is a security event; also unknown fields, which the bank's own pages never send. */
export function noteSecurityEvent(
  error: unknown,
  request: FastifyRequest,
  { securityWatch, clock }: Pick<Bank, 'securityWatch' | 'clock'>,
): void {
  const isRecorded =
    error instanceof Refusal &&
    (refusals[error.code].isSecurityEvent || error.facts.unknownFields !== undefined)
  if (!isRecorded) return
  securityWatch.note({
    kind: error.code,
    userId: request.signedInAs ?? error.userId ?? null,
    network: networkOf(request.ip),
    route: request.routeOptions?.url ?? null,
    traceId: request.id,
    at: new Date(clock()),
  })
}

/** Notes as a security event that a connection of this address is ended without an answer. */
export type NoteCutOff = (
  kind: 'pipeline' | 'queue_full' | 'too_many_connections' | 'too_many_frames',
  ip: string,
) => void

export function openCutOffs({ securityWatch, clock }: Pick<Bank, 'securityWatch' | 'clock'>): NoteCutOff {
  const nothing = { userId: null, route: null, traceId: null }
  return (kind, ip) => securityWatch.note({ ...nothing, kind, network: networkOf(ip), at: new Date(clock()) })
}
