"""Properties here are fast; how long a busy machine takes for one example says nothing about them."""

from hypothesis import HealthCheck, settings

settings.register_profile("kernel", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("kernel")
