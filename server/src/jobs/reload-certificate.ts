import type { Bank } from '../bank.ts'
import type { Job } from './job.ts'

/** Takes a new certificate soon after its files have changed. Files that do not fit together fail the job, which the operator is told. */
export const reloadCertificateJob: Job = {
  name: 'reload-certificate',
  pauseSeconds: 10,
  waitsAfterRestore: false,
  open: ({ bank: { certificate }, print }) =>
    certificate &&
    (async () => {
      if (certificate.reload()) print(describeCertificate(certificate))
      return 0
    }),
}

export function describeCertificate({ end }: NonNullable<Bank['certificate']>): string {
  return `The certificate of TLS_CERT_FILE is in use, valid until ${new Date(end()).toISOString()}.`
}
