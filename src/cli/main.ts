#!/usr/bin/env node
import manifest from '../../package.json' with { type: 'json' };

process.stdout.write(`stowage ${manifest.version}\n`);
