import manifest from '../../package.json' with { type: 'json' }

/** The version of this program, as CHANGELOG.md describes it. */
export const version = manifest.version
