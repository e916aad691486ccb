"""Wire and domain: the only module that knows both vocabularies."""
