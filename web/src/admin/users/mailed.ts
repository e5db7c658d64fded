import { publicConfig } from '../../public-config.ts'

/** A sentence about a mail that the bank sends; nothing where mail is off. */
export function mailed(sentence: string): string {
  return publicConfig.mail ? sentence : ''
}
