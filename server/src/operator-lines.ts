import { errorFields } from './http/ops/log.ts'

/** Tells the operator that something has happened. */
export const say = lineWriter(process.stdout, 'info', (line) => console.log(line))

/** Tells the operator of something that works and is weak, or that fails while the bank goes on. */
export const warn = lineWriter(process.stderr, 'warn', (line) => console.error(line))

/** Tells the operator why the bank does not start, or of an error at its end. */
export const complain = lineWriter(process.stderr, 'fatal', (line) => console.error(line))

/** A person reads text in a terminal; elsewhere, as in a journal, a line is JSON with the fields of the log. */
function lineWriter({ isTTY }: NodeJS.WriteStream, level: string, write: (line: unknown) => void) {
  return (said: unknown): void => {
    const { message = String(said), ...fields } = said instanceof Error ? errorFields(said) : {}
    const time = new Date().toISOString()
    write(isTTY ? said : JSON.stringify({ level, time, ...fields, msg: message }))
  }
}
