/** Id of a plugin: `beds`, or with the publisher in front, `acme.beds`. Apart from the schema of manifests, so that naming a plugin needs no library. */
export const PLUGIN_ID_PATTERN = '^[a-z][a-z0-9]*(-[a-z0-9]+)*(\\.[a-z][a-z0-9]*(-[a-z0-9]+)*)?$';
